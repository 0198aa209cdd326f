import type { Post } from '../../contract/posts.ts';
import { announce, hearChannel } from '../../device/channel.ts';
import type { PostRecord, Version } from '../record/post-record.ts';

/** A confirmed change of a post, for caches, lists and the badge. */
export type PostChange =
  /** `postId` is unknown if the backend does not send it. */
  | { kind: 'made'; postId?: string | undefined; version: Version }
  /** This device changed the post, or found a newer version. `post`: as readers see it, if the backend has sent it. */
  | { kind: 'changed'; postId: string; version: Version; post?: Post | undefined }
  | { kind: 'deleted'; postId: string };

/** Returns the change of the post between two states of its record; `undefined` if there is none. */
export function changeOf(before: PostRecord, after: PostRecord, post?: Post): PostChange | undefined {
  const { base, postId = before.postId } = after;
  if (after.successor !== undefined && before.successor === undefined)
    return before.postId === undefined ? undefined : { kind: 'deleted', postId: before.postId };
  if (!base || base === before.base || base.etag === before.base?.etag) return undefined;
  if (!before.base || postId === undefined) return { kind: 'made', postId, version: base };
  return { kind: 'changed', postId, version: base, post: post?.etag === base.etag ? post : undefined };
}

const channel = 'post-changes';

export const announcePostChange = (change: PostChange): void => announce(channel, change);

/** Calls `hear` for each change that any tab or the worker announces. Returns a function that stops this. */
export const hearPostChanges = (hear: (change: PostChange) => void): (() => void) => hearChannel(channel, hear);
