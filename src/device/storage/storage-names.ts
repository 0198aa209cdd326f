/*
 * This file lists names under which data is stored on the device. The worker, and code that is loaded later, define
 * their own names, such as in `writing/record/record-store.ts`, `reading/store/reading-database.ts` and
 * `writing/pictures`. Renaming one loses the data that is stored under the old name.
 */

/** Keys in local storage. */
export const localKeys = { token: 'token', userId: 'userId' } as const;

/**
 * Caches by content. `pages` holds pages that the server rendered, `site` the operator's settings, `preferences` a
 * reader's choices for this device, and `typeface` the typeface of posts. `pinnedImages` is separate because pinned
 * images are never evicted, and `opaqueImages` because opaque images take far more quota.
 */
export const cacheNames = {
  images: 'images',
  opaqueImages: 'opaque-images',
  pinnedImages: 'pinned-images',
  pages: 'pages',
  site: 'site',
  preferences: 'preferences',
  typeface: 'typeface',
} as const;

/** Keys of records in IndexedDB, through idb-keyval. */
export const recordKeys = {
  profile: 'profile',
  author: 'author',
  lastLocation: 'last-location',
  install: 'install',
  following: 'following',
  newest: 'newest',
  logouts: 'logouts',
} as const;

/**
 * Keys in session storage. `draft`: the id of an author's record in this tab's Create form. `left`: the builds that
 * this tab left by a reload because a chunk was missing. `shown`: the images, lists and posts that this tab showed
 * before a worker controlled it.
 */
export const tabKeys = {
  draft: (userId: string | null) => `draft/${userId ?? ''}`,
  left: 'left-builds',
  shown: 'shown-first',
} as const;

/** Key in session storage: how often a page that could not start has been reloaded. */
export const startKeys = { reloads: 'start-reloads' } as const;

/**
 * Names of Web Locks, by the task they guard. `build`: writing the app's own files. `records` and `reading`: opening a
 * database. `following`: asking for new posts of followed authors and topics. `newest`: fetching the newest posts.
 */
export const lockNames = {
  build: 'build',
  records: 'records',
  reading: 'reading',
  following: 'following',
  newest: 'newest',
} as const;

/** Names of broadcast channels. */
export const channelNames = { following: 'following' } as const;

/** Tags of Background Sync (`outbox`) and Periodic Background Sync (`following`, `newest`). */
export const syncTags = { outbox: 'outbox', following: 'following', newest: 'newest' } as const;
