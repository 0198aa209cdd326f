/**
 * Limits by count, never by age: an old cached response beats none. `lists` and `posts` hold the text of 500 posts: 15 pages of
 * the list with 20 each, and 200 that were opened. The list of a backend without pages counts as one page, however long it is.
 * The newest posts do not count among these. `images` includes the opaque ones.
 */
export const maxEntries = {
  lists: 15,
  /** Pages of authors and topics. The app fetches followed ones unasked, so they do not count among `lists`. */
  foundLists: 30,
  posts: 200,
  /** Pages of the newest posts, apart from `lists`, and the most characters in them: a page may have up to 1 MB. */
  newestPages: 50,
  newestLength: 10_000_000,
  /** Pictures of the newest posts, counted in `images`. No more than `opaqueImages`, as all of them may be opaque. */
  newestImages: 40,
  own: 25,
  images: 100,
  opaqueImages: 40,
  /** Pages of the author's own list that are read to find one post: a list may have no end. */
  ownPages: 100,
  /** Pictures pinned with one post: a text may name thousands. */
  imagesOfPost: 50,
  /** Posts known to be deleted, so that a late answer of an earlier call does not bring them back. */
  deletedPosts: 500,
} as const;

/**
 * The bytes of quota that an opaque response takes on average: Chromium adds a random 0 to 14 MiB to each, so that a
 * site cannot measure what it may not read.
 */
export const opaqueResponseBytes = 7 * 1024 * 1024;
