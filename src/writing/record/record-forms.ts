import { isSameText, type NewPost } from '../../contract/posts.ts';
import { conflictOf, liveDraftOf, newestSubmittedText, type PostRecord } from './post-record.ts';
import type { Events, Fresh, Step, Typed } from './record-events.ts';
import { isOnlyCopy, merge, textCall, withoutDelete } from './record-line.ts';

export function typed(record: PostRecord, typed: Typed): Step {
  const { text, rev } = typed;
  if (rev <= record.rev || isWrittenByAnotherForm(record, typed)) return { record };
  const began = beganWith(record, typed);
  const isUntouched = began !== undefined && isSameText(text, began) && !isOnlyCopy(record, text);
  const draft = isUntouched ? undefined : { text, from: began };
  return { record: { ...written(record, typed), draft } };
}

/**
 * Returns the text from which the draft began: `decidedOn` until the record includes that decision; then the stored
 * draft's `from`, which an answer may have changed, or the form's `from` if there is no draft.
 */
function beganWith(record: PostRecord, { from, form, decidedOn, decidedAt }: Typed): NewPost | undefined {
  const isNew = decidedAt === undefined || !hasTyped(record, { form, rev: decidedAt });
  if (decidedOn && isNew) return decidedOn;
  return liveDraftOf(record) ? record.draft?.from : from;
}

export function submitted(record: PostRecord, typed: Events['submitted'], fresh: Fresh): Step {
  const { text, rev } = typed;
  if (rev <= record.rev || isWrittenByAnotherForm(record, typed)) return { record };
  const began = beganWith(record, typed);
  const kept: PostRecord = { ...written(record, typed), draft: { text, from: began } };
  if (record.hold?.kind === 'conflict')
    return { record: kept, told: { kind: 'decide', of: 'pending', ...conflictOf(record) } };
  const top = newestSubmittedText(record);
  const isOnTop = began && (isSameText(began, top) || isOnlyCopy(record, began));
  const on = record.base?.etag ?? '';
  const merged = isOnTop || isSameText(text, top) ? text : began && merge(began, text, top);
  if (!merged)
    return { record: kept, told: { kind: 'decide', of: 'draft', ancestor: began, mine: text, theirs: top, on } };
  const { record: next, ...copy } = withoutDelete(kept, fresh);
  // Sends nothing if the base already has the text and no call in doubt may replace it. A text that is pending already
  // stays pending: a server that was restored from a backup may have lost it.
  const isDecided = next.pending?.kind === 'text' && isSameText(merged, next.pending.text);
  const isThere = !isDecided && next.base && next.unanswered.length === 0 && isSameText(merged, next.base.text);
  const pending = isThere ? undefined : textCall(fresh.id(), fresh.now, merged);
  return { record: { ...next, draft: undefined, hold: undefined, pending }, ...copy };
}

const mostForms = 10;

/** Returns whether the record includes all that was typed in the form up to this `rev`. */
export const hasTyped = ({ forms }: PostRecord, typed: Pick<Typed, 'form' | 'rev'>): boolean =>
  forms.some(({ form, rev }) => form === typed.form && rev >= typed.rev);

/**
 * Returns whether another form wrote the record last, after this form opened it. Two forms may use the same `rev`, so
 * comparing `rev` is not enough.
 */
export function isWrittenByAnotherForm({ forms }: PostRecord, { form, began }: Typed): boolean {
  const last = forms.at(-1);
  if (!last || !began || last.form === form) return false;
  return !began.some((each) => each.form === last.form && each.rev >= last.rev);
}

/** Returns the record as written by the form: with the form and its `rev` added to `forms`. */
export const written = (
  record: PostRecord,
  { rev, form, userId = null }: Pick<Typed, 'rev' | 'form' | 'userId'>,
): PostRecord => ({
  ...record,
  rev,
  userId: record.userId ?? userId,
  forms: [...record.forms.filter((each) => each.form !== form), { form, rev }].slice(-mostForms),
});
