import type { Post } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';

/**
 * What this page shows in place of posts that it has read, by id: for their author, edits that wait on this device; for
 * everybody, edits that were confirmed since. Set by what only authors load.
 */
export const postOverlays = createObservable<ReadonlyMap<string, (post: Post) => Post>>(new Map());

/** Ids of posts whose delete was confirmed since this page was opened. A list that was read before still has them. */
export const deletedPosts = createObservable<ReadonlySet<string>>(new Set());

/** How often the backend has confirmed what an author of this device has submitted, since this page was opened. */
export const confirmedWrites = createObservable(0);
