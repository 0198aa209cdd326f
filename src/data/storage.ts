/**
 * Every name under which something lies on the device. Renaming one leaves people's drafts, posts to send and copies
 * behind under the old name, where nothing finds them again.
 */
export const localKeys = { token: 'token', userId: 'userId' } as const;

/**
 * Caches by content. `own` holds one author's lists and goes at logout; `pages` what the server rendered; `look` how
 * pages are to look. What a reader chose to keep lies apart from what comes and goes, and images of other hosts that say
 * nothing of themselves apart from the rest, as they cost far more.
 */
export const cacheNames = {
  lists: 'lists',
  posts: 'posts',
  own: 'own-lists',
  kept: 'kept-posts',
  images: 'images',
  opaqueImages: 'opaque-images',
  keptImages: 'kept-images',
  pages: 'pages',
  look: 'look',
} as const;

/** IndexedDB, through idb-keyval. */
export const recordKeys = {
  profile: 'profile',
  edition: 'edition',
  author: 'author',
  draft: 'draft',
  outbox: 'outbox',
  lastPlace: 'last-place',
  install: 'install',
  place: 'place',
} as const;

/**
 * In session storage: which draft this tab holds for whom, what of it the device may not have yet, and which builds the
 * tab has left because a part was missing.
 */
export const tabKeys = {
  draft: (userId: string | null) => `draft/${userId ?? ''}`,
  aside: (id: string) => `aside/${id}`,
  left: 'left-builds',
} as const;

/** Web Locks: who sends, who writes copies or the app's own files, and which tab holds a draft. */
export const lockNames = {
  build: 'build',
  outbox: 'outbox',
  records: 'records',
  copies: 'copies',
  draft: (id: string) => `draft/${id}`,
} as const;

/** Broadcast channels. */
export const channelNames = { outbox: 'outbox' } as const;

/** Background Sync. */
export const syncTags = { outbox: 'outbox' } as const;

/**
 * Bounds by count, never by age: an old copy beats none. The text of 500 posts: 15 pages of the list, of 20 each, and
 * 200 that were opened. A backend that knows no pages has one list, which counts as one, however long it is. `images`
 * are all of them, the opaque ones among them.
 */
export const bounds = {
  lists: 15,
  posts: 200,
  own: 25,
  kept: Number.POSITIVE_INFINITY,
  images: 100,
  opaqueImages: 40,
  places: 100,
} as const;

/**
 * Bytes that an opaque answer costs of a site's storage, whatever its size: Chromium adds a random 0 to 14 MiB to each,
 * so that a site cannot measure what it may not read.
 */
export const opaqueCharge = 7 * 1024 * 1024;

/** Milliseconds. */
export const spans = {
  /** How long a copy known to be out of date waits for the network before it is shown all the same. */
  staleCopyWaits: 3_000,
  firstRetry: 2_000,
  longestRetry: 30_000,
  /** After something has come to the device or gone from it, it is looked what lies there. */
  look: 300,
  /** After scrolling has come to rest, where the reader is is noted. */
  scrolled: 150,
  /** An app that comes back after so long may show what is no longer so, and asks again. */
  absence: 5 * 60 * 1000,
  /** An installed app that is opened again before is where it was. */
  whereItWas: 60 * 60 * 1000,
  /** The first screen waits no longer to learn which it is. */
  resuming: 500,
  /** From a keystroke to the draft on the device. */
  keystroke: 300,
  /** A tab waits so long for its own draft, which it may not quite have let go. */
  draftHeld: 1_000,
  /** A discarded draft can be taken back for so long. */
  discarded: 24 * 60 * 60 * 1000,
  /** A deleted post's text stays behind as a draft for so long. */
  deletedPost: 30 * 24 * 60 * 60 * 1000,
  /** From a scroll to the place in the post on the device. */
  place: 1_000,
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
  /** From one look for a new version to the next, while the app is open. */
  updateCheck: 60 * 60 * 1000,
  /** A new worker that does not take over by then is waited for no longer. */
  takeOver: 10_000,
  /** A page that does not say so soon which build it is of is busy, frozen or of a build that knows no such question. */
  pageAnswers: 3_000,
} as const;
