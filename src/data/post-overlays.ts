import type { Post } from '../contract/posts.ts';
import { createObservable } from './observable.ts';

/**
 * What this page shows in place of posts that it has read, by id: for their author, edits that wait on this device; for
 * everybody, edits that were confirmed since. Set by the outbox, which only authors load.
 */
export const postOverlays = createObservable<ReadonlyMap<string, (post: Post) => Post>>(new Map());
