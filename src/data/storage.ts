/**
 * Every name under which something lies on the device. Renaming one leaves people's drafts, posts to send and copies
 * behind under the old name, where nothing finds them again.
 */
export const localKeys = { token: 'token', userId: 'userId' } as const;

/** Caches by content. `own` holds one author's lists and goes at logout; `pages` what the server rendered. */
export const cacheNames = {
  lists: 'lists',
  posts: 'posts',
  own: 'own-lists',
  images: 'images',
  pages: 'pages',
} as const;

/** IndexedDB, through idb-keyval. */
export const recordKeys = {
  profile: 'profile',
  edition: 'edition',
  author: 'author',
  draft: 'draft',
  outbox: 'outbox',
} as const;

/** In session storage: which draft this tab holds for whom. */
export const tabKeys = { draft: (userId: string | null) => `draft/${userId ?? ''}` } as const;

/** Web Locks: who sends, who writes copies, and which tab holds a draft. */
export const lockNames = {
  outbox: 'outbox',
  records: 'records',
  copies: 'copies',
  draft: (id: string) => `draft/${id}`,
} as const;

/** Broadcast channels. */
export const channelNames = { outbox: 'outbox' } as const;

/** Background Sync. */
export const syncTags = { outbox: 'outbox' } as const;

/** Bounds by count, never by age: an old copy beats none. A list counts as one, however long it is. */
export const bounds = { lists: 25, posts: 500, own: 25, images: 100 } as const;

/** Milliseconds. */
export const spans = {
  /** How long a copy known to be out of date waits for the network before it is shown all the same. */
  staleCopyWaits: 3_000,
  firstRetry: 2_000,
  longestRetry: 30_000,
  /** From a keystroke to the draft on the device. */
  keystroke: 300,
  /** A tab waits so long for its own draft, which it may not quite have let go. */
  draftHeld: 1_000,
  /** A discarded draft can be taken back for so long. */
  discarded: 24 * 60 * 60 * 1000,
  /** A deleted post's text stays behind as a draft for so long. */
  deletedPost: 30 * 24 * 60 * 60 * 1000,
  firstResend: 2_000,
  longestResend: 5 * 60 * 1000,
  /** However long a backend asks to be left alone. */
  longestHold: 24 * 60 * 60 * 1000,
  /** After the press of the button the author is let go, and the call goes on behind. */
  press: 10_000,
  /** A call without a key and without an answer is given so long to arrive before it is looked for, and made again. */
  arrival: 10_000,
  /** A database that has not opened by then is asked for again. */
  opening: 2_000,
  /** A call of the outbox that has brought no answer for so long is given up, and made again under the same key. */
  sending: 2 * 60 * 1000,
} as const;
