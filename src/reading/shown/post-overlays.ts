import type { Post } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';

/**
 * By post id, a function that changes a post after it was read: for its author, by the edits that are pending on this device;
 * for everybody, by the edits that were confirmed since. Only code that authors load sets it.
 */
export const postOverlays = createObservable<ReadonlyMap<string, (post: Post) => Post>>(new Map());

/** Ids of posts whose delete was confirmed since this page was opened. A list that was read before still has them. */
export const deletedPosts = createObservable<ReadonlySet<string>>(new Set());

/** Counts the writes of this device that the backend has confirmed since this page was opened. */
export const confirmedWrites = createObservable(0);
