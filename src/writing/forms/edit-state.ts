import { isAuthoredBy, type Post } from '../../contract/posts.ts';
import type { PostState } from '../../reading/shown/read-post.ts';
import { liveDraftOf, type PostRecord, type TextsInConflict } from '../record/post-record.ts';
import { stateOf } from '../record/record-state.ts';

/** The states of the edit form. */
export type EditState =
  | { kind: 'loading' | 'not own' | 'not editable' }
  | { kind: 'form' }
  /** The device hangs, so that the author's unsent edit cannot be read. The app tries to read it again later. */
  | { kind: 'device hangs' }
  | { kind: 'open elsewhere' }
  | { kind: 'conflict'; id: string; texts: TextsInConflict }
  /** The post was deleted elsewhere. Its author's unsaved text is now a draft in Create. */
  | { kind: 'gone' }
  | { kind: 'unread'; isGone: boolean };

/** The state of an edit in this tab. */
export interface KnownEdit {
  /** The record as the device has it; `null` until the device has answered. */
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
  if (record === null) return { kind: isHanging ? 'device hangs' : 'loading' };
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
