import { isAuthoredBy, type Post } from '../../contract/posts.ts';
import type { PostState } from '../../reading/shown/read-post.ts';
import { liveDraftOf, type PostRecord, type TextsInConflict } from '../record/post-record.ts';
import { stateOf } from '../record/record-state.ts';

/** The states of the edit form. */
export type EditState =
  | { kind: 'loading' | 'not own' | 'not editable' }
  | { kind: 'form' }
  /** The database hangs, so that the author's unsent edit cannot be read. The app retries later. */
  | { kind: 'database hangs' }
  | { kind: 'open elsewhere' }
  | { kind: 'conflict'; id: string; texts: TextsInConflict }
  /** The post was deleted. The author's unpublished text, if any, is now a draft in Create. */
  | { kind: 'gone' }
  | { kind: 'unread'; isGone: boolean };

/** The record of an edit, and whether the database hangs or another tab has the record open. */
export interface KnownEdit {
  /** The record as last read; `undefined` if there is none, `null` until the database has been read. */
  record: PostRecord | undefined | null;
  isHanging: boolean;
  isElsewhere: boolean;
}

/** Returns the state that the edit form shows. @param email of the user who is logged in. */
export function editStateOf(
  { record, isHanging, isElsewhere }: KnownEdit,
  isFormOpen: boolean,
  read: PostState,
  email: string | undefined,
): EditState {
  if (record === null) return { kind: isHanging ? 'database hangs' : 'loading' };
  if (record?.successor !== undefined) return { kind: 'gone' };
  const found = record && stateOf(record);
  if (record && found?.kind === 'conflict' && !liveDraftOf(record))
    return { kind: 'conflict', id: record.id, texts: found };
  if (isFormOpen) return { kind: 'form' };
  if (isElsewhere) return { kind: 'open elsewhere' };
  const post = read.state === 'loaded' ? read.post : undefined;
  if (email && post?.author?.email && !isAuthoredBy(post, email)) return { kind: 'not own' };
  if (record || editablePost(read) || read.state === 'loading') return { kind: 'loading' };
  return read.state === 'loaded' ? { kind: 'not editable' } : { kind: 'unread', isGone: read.isGone };
}

/** Returns the post, if it has been read and its backend can edit. */
export const editablePost = (read: PostState): Post | undefined =>
  read.state === 'loaded' && read.post.etag !== undefined ? read.post : undefined;
