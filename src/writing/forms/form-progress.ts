import { isSameText } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import type { PostRecord } from '../record/post-record.ts';
import type { Told } from '../record/record-events.ts';
import { stateOf } from '../record/record-state.ts';
import type { FormText } from './form-text.ts';

/** Both texts changed the same paragraph, so the author decides. */
export type Decision = Extract<Told, { kind: 'decide' }>;

/** The events that end a form. `waiting`: the device has the text and sends it. */
export type FormEnd = { kind: 'taken' | 'waiting' | 'gone' };

/**
 * How far the text of a form is. `preparing`: submitting goes on as soon as the pictures are ready. `not kept`: the device
 * could not store the text. `unanswered`, `in doubt`: nobody is logged in to send it later; submitted again, it is the same
 * post, or it could be a second one.
 */
export type FormProgress =
  | FormEnd
  | { kind: 'writing' | 'preparing' | 'sending' | 'not kept' }
  | { kind: 'refused' | 'picture refused' | 'login expired' | 'unanswered' | 'in doubt' }
  | { kind: 'decide'; decision: Decision };

/** Whether nothing can be typed, as the text is on its way, or is away. */
export const isUnderWay = ({ kind }: FormProgress): boolean => kind === 'sending' || isEnd(kind);

export const isEnd = (kind: FormProgress['kind']): kind is FormEnd['kind'] =>
  kind === 'taken' || kind === 'waiting' || kind === 'gone';

/** Returns how far the text of a record is that was submitted. */
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
    // My Blogs asks about it.
    case 'published':
      return { kind: 'waiting' };
    // Its author has taken it back in another tab, without locks.
    case 'draft':
    case 'discarded':
      return { kind: 'writing' };
  }
}

/** Whether the text that was not accepted is a draft again. One that was merged stays as it is, as no form shows it. */
export function isBackInForm({ kind }: FormProgress, { pending }: PostRecord, { shown }: FormText): boolean {
  if (pending?.kind !== 'text' || !isSameText(pending.text, shown.get().post)) return false;
  return kind === 'refused' || kind === 'picture refused' || kind === 'login expired';
}
