import { type Post, textOf } from '../../contract/posts.ts';
import type { EditBase, EditOf } from '../drafts/drafts.ts';
import { type EditEntry, editAfter } from './outbox-entry.ts';

/**
 * What an edit is that is begun now.
 *
 * @param waiting the post's last edit that is in the outbox: the new one begins from its text.
 * @param post the newest version that is known.
 * @returns `undefined` if neither is known, or the post's backend cannot edit.
 */
export function editBasisOf(waiting: EditEntry | undefined, post: Post | undefined): EditOf | undefined {
  if (waiting) return { ...editAfter(waiting), from: waiting.work.post };
  if (post?.version === undefined || post.etag === undefined) return undefined;
  const base: EditBase = { version: post.version, etag: post.etag, texts: textOf(post) };
  return { postId: post._id, base };
}
