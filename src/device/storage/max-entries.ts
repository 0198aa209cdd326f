/**
 * Limits by count, never by age: an old cached response beats none. `lists` and `posts` allow the text of 500 posts:
 * 300 on 15 pages of lists, and 200 singles. The list of a backend without pages counts as one page, however long it
 * is. Pages of the newest posts count in `newestPages` instead. `images` includes opaque images.
 */
export const maxEntries = {
  lists: 15,
  /** Pages of authors' and topics' lists. Not counted in `lists`, because the app itself fetches the followed lists. */
  foundLists: 30,
  posts: 200,
  /** Limits for pages of the newest posts: how many pages, and how many characters in all. A page may have 1 MB. */
  newestPages: 50,
  newestLength: 10_000_000,
  /** Pictures of the newest posts, counted in `images`. Must not exceed `opaqueImages`: every picture may be opaque. */
  newestImages: 40,
  own: 25,
  images: 100,
  opaqueImages: 40,
  /** The most pages of the author's own list that are read to find one post: a list may have no end. */
  ownPages: 100,
  /** Pictures pinned with one post: a text may name thousands. */
  imagesOfPost: 50,
  /** Posts remembered as deleted: a late answer of a call made before the deletion must not bring them back. */
  deletedPosts: 500,
} as const;

/**
 * The bytes of quota that an opaque response takes on average: Chromium adds a random 0 to 14 MiB to each, so that a
 * site cannot measure responses that it cannot read.
 */
export const opaqueResponseBytes = 7 * 1024 * 1024;
