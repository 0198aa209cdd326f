import { isSameText } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import type { PostRecord } from '../record/post-record.ts';
import type { Told } from '../record/record-events.ts';
import { stateOf } from '../record/record-state.ts';
import type { FormText } from './form-text.ts';

/** A conflict for the author to settle: both texts changed the same paragraph. */
export type Decision = Extract<Told, { kind: 'decide' }>;

/** The results that end a form. `taken`: the backend has the text. `waiting`: the text is stored, and sent later. */
export type FormEnd = { kind: 'taken' | 'waiting' | 'gone' };

/**
 * The progress of a form's text. `preparing`: the app submits the text as soon as the pictures are ready. `not kept`:
 * the device could not store the text. Two kinds occur only without a login. `unanswered`: the call had no answer, and
 * submitting again makes no second post. `in doubt`: an earlier text is or may be published, and submitting again may
 * make a second post.
 */
export type FormProgress =
  | FormEnd
  | { kind: 'writing' | 'preparing' | 'sending' | 'not kept' }
  | { kind: 'refused' | 'picture refused' | 'login expired' | 'unanswered' | 'in doubt' }
  | { kind: 'decide'; decision: Decision };

/** Returns whether the form is read-only: its text is being sent, or the form has ended. */
export const isUnderWay = ({ kind }: FormProgress): boolean => kind === 'sending' || isEnd(kind);

export const isEnd = (kind: FormProgress['kind']): kind is FormEnd['kind'] =>
  kind === 'taken' || kind === 'waiting' || kind === 'gone';

/** Returns the progress of a record's submitted text. */
export function progressOf(record: PostRecord): FormProgress {
  if (record.successor !== undefined) return { kind: 'gone' };
  const state = stateOf(record);
  switch (state.kind) {
    case 'done':
      return { kind: 'taken' };
    case 'needs login':
      return { kind: isOwnBackend ? 'login expired' : 'refused' };
    case 'refused':
      return { kind: state.image === undefined ? 'refused' : 'picture refused' };
    case 'conflict': {
      return { kind: 'decide', decision: { ...state, kind: 'decide', of: 'pending' } };
    }
    case 'waiting':
    // My Blogs asks the author whether to publish this text, too.
    case 'published':
      return { kind: 'waiting' };
    // The author has withdrawn the text in another tab, which is possible without Web Locks.
    case 'draft':
    case 'discarded':
      return { kind: 'writing' };
  }
}

/** Returns whether a text that was not accepted becomes a draft again. A merged text does not, as no form shows it. */
export function isBackInForm({ kind }: FormProgress, { pending }: PostRecord, { shown }: FormText): boolean {
  if (pending?.kind !== 'text' || !isSameText(pending.text, shown.get().post)) return false;
  return kind === 'refused' || kind === 'picture refused' || kind === 'login expired';
}
