/**
 * Every name under which something lies on the device. Renaming one leaves people's drafts, posts to send and copies
 * behind under the old name, where nothing finds them again.
 */
export const localKeys = { token: 'token', userId: 'userId' } as const;

/** Caches by content. `own` holds one author's lists and goes at logout. */
export const cacheNames = { lists: 'lists', posts: 'posts', own: 'own-lists', images: 'images' } as const;

/** IndexedDB, through idb-keyval. */
export const recordKeys = { profile: 'profile', edition: 'edition' } as const;

/** Bounds by count, never by age: an old copy beats none. A list counts as one, however long it is. */
export const bounds = { lists: 25, posts: 500, own: 25, images: 100 } as const;

/** Milliseconds. */
export const spans = {
  /** How long a copy known to be out of date waits for the network before it is shown all the same. */
  staleCopyWaits: 3_000,
  firstRetry: 2_000,
  longestRetry: 30_000,
} as const;
