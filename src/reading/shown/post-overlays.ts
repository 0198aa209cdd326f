import type { Post } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';

/**
 * Maps a post's id to a function that applies this device's edits to a post that was read: pending edits for their
 * author, and confirmed edits for every reader. Only code that authors load sets this map.
 */
export const postOverlays = createObservable<ReadonlyMap<string, (post: Post) => Post>>(new Map());

/** Ids of posts whose delete was confirmed since this page was opened, to hide them in lists read before. */
export const deletedPosts = createObservable<ReadonlySet<string>>(new Set());

/** Counts the writes of this device that the backend has confirmed since this page was opened. */
export const confirmedWrites = createObservable(0);
