import type { Post } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';

/**
 * Maps a post's id to a function that applies edits to the post after it was read: pending edits for the author, and
 * edits that were confirmed since for everybody. Only code that authors load sets this map.
 */
export const postOverlays = createObservable<ReadonlyMap<string, (post: Post) => Post>>(new Map());

/** Ids of posts whose delete was confirmed since this page was opened. A list that was read before still has them. */
export const deletedPosts = createObservable<ReadonlySet<string>>(new Set());

/** Counts the writes of this device that the backend has confirmed since this page was opened. */
export const confirmedWrites = createObservable(0);
