/*
 * This file lists every name under which something is stored on the device. Renaming one loses people's drafts, outbox
 * entries and cached responses: they stay behind under the old name, where nothing finds them again.
 */

/** Local storage. */
export const localKeys = { token: 'token', userId: 'userId' } as const;

/**
 * Caches by content. `own` holds an author's lists and is deleted at logout, as is `read`, the versions of posts as
 * somebody read them; `pages` holds what the server rendered, and `preferences` what was chosen for this device. Pinned posts
 * and their images have caches of their own, which are never evicted, and so do opaque images, which take far more
 * quota.
 */
export const cacheNames = {
  lists: 'lists',
  posts: 'posts',
  own: 'own-lists',
  pinned: 'pinned-posts',
  read: 'read-posts',
  images: 'images',
  opaqueImages: 'opaque-images',
  pinnedImages: 'pinned-images',
  pages: 'pages',
  preferences: 'preferences',
} as const;

/** IndexedDB, through idb-keyval. */
export const recordKeys = {
  profile: 'profile',
  generation: 'generation',
  callNumber: 'call-number',
  deletedPosts: 'deleted-posts',
  author: 'author',
  draft: 'draft',
  outbox: 'outbox',
  lastLocation: 'last-location',
  install: 'install',
  progress: 'reading-progress',
  following: 'following',
  newest: 'newest',
  logouts: 'logouts',
} as const;

/** What the keys of outbox entries begin with. */
export const outboxPrefix = `${recordKeys.outbox}/`;

/**
 * Session storage. `draft`: the draft that this tab holds for an author. `backup`: that of a draft that the device
 * may not have yet. `left`: the builds that this tab has reloaded away from because a chunk was missing. `shown`: the
 * answers it has shown that no worker has cached yet.
 */
export const tabKeys = {
  draft: (userId: string | null) => `draft/${userId ?? ''}`,
  backup: (id: string) => `draft-backup/${id}`,
  left: 'left-builds',
  shown: 'shown-answers',
} as const;

/** Session storage: how often a page that could not start has been reloaded. */
export const startKeys = { reloads: 'start-reloads' } as const;

/**
 * Web Locks. `build`: writes the app's own files. `outbox`: sends. `records`: opens the database. `caches`: writes to
 * the caches. `draft`: the tab that holds a draft. `following`: asks what is new of those followed. `newest`: fetches
 * the newest posts.
 */
export const lockNames = {
  build: 'build',
  outbox: 'outbox',
  records: 'records',
  caches: 'caches',
  following: 'following',
  newest: 'newest',
  draft: (id: string) => `draft/${id}`,
} as const;

/** Broadcast channels. */
export const channelNames = { outbox: 'outbox', following: 'following' } as const;

/** Background Sync, and for `following` and `newest` Periodic Background Sync. */
export const syncTags = { outbox: 'outbox', following: 'following', newest: 'newest' } as const;
