import type { NewPost } from '../../src/contract/posts.ts';
import { liveDraftOf, newestSubmittedText, type PostRecord } from '../../src/writing/record/post-record.ts';
import type { RecordState } from '../../src/writing/record/record-state.ts';

/** A text that its author has not submitted. */
export interface DraftOnDevice {
  id: string;
  post: NewPost;
  isDiscarded: boolean;
  edit?: EditOfPost | undefined;
}

export interface EditOfPost {
  postId: string;
  base: { version: number; texts: NewPost };
  /** The text with which the form began. */
  from: NewPost;
}

/** A text that its author has submitted and the backend has not confirmed. */
export interface Waiting {
  /** The id of the text's record. */
  id: string;
  /** The idempotency key of the text's call. */
  key: string;
  work: WaitingWork;
  state: RecordState;
  /** The posts in the author's own list before the first call; unset if the backend has idempotency keys. */
  seen: { ids: string[]; isWhole: boolean } | undefined;
}

export type WaitingWork =
  | { kind: 'publish'; post: NewPost }
  | { kind: 'edit'; post: NewPost; postId: string; base: NewPost }
  | { kind: 'delete'; post: NewPost; postId: string };

export function draftOf(record: PostRecord): DraftOnDevice | undefined {
  const { id, draft } = record;
  if (!draft) return undefined;
  return { id, post: draft.text, isDiscarded: !liveDraftOf(record), edit: editOf(record, draft.from) };
}

/** Returns the record's edit of a published post, if any. @param from as in `EditOfPost`; by default the base's text */
export function editOf({ postId, base }: PostRecord, from: NewPost | undefined): EditOfPost | undefined {
  if (!base?.etag || postId === undefined) return undefined;
  const { number = 0, text: texts } = base;
  return { postId, base: { version: number, texts }, from: from ?? texts };
}

export function waitingOf({ record, state }: { record: PostRecord; state: RecordState }): Waiting | undefined {
  const { id, pending, unanswered } = record;
  if (!pending) return undefined;
  const [seen] = unanswered.flatMap((call) => (call.kind === 'text' && call.seen ? [call.seen] : []));
  return { id, key: pending.key, work: workOf(record), state, seen };
}

function workOf(record: PostRecord): WaitingWork {
  const { pending, base, postId = '' } = record;
  const post = newestSubmittedText(record);
  if (pending?.kind !== 'text') return { kind: 'delete', postId, post };
  return base?.etag ? { kind: 'edit', postId, post, base: base.text } : { kind: 'publish', post };
}
