import { blank, newRecord, type PostRecord } from './post-record.ts';
import type { Typed } from './record-events.ts';
import { hasTyped, isWrittenByAnotherForm } from './record-forms.ts';
import { applyTyped } from './record-table.ts';

/**
 * The text typed in a form. `start`: the record as it was when the form opened it. `at`: when the form draft was
 * stored, in milliseconds since the epoch.
 */
export interface FormDraft {
  start: PostRecord;
  typed: Typed;
  at?: number | undefined;
}

/** Returns the author's id. A text begun without a login belongs to the logged-in user who continued it. */
export const authorOfFormDraft = ({ start, typed }: FormDraft): string | null => start.userId ?? typed.userId ?? null;

/**
 * Returns the record with the form's text as its draft. Returns `undefined` if the stored record has a text that the
 * form never read, which must not be overwritten.
 */
export function withFormDraft(stored: PostRecord | undefined, { start, typed, at }: FormDraft): PostRecord | undefined {
  if (stored && (hasTyped(stored, typed) || start.rev >= typed.rev)) return stored;
  const isAbove =
    !stored || (typed.rev > stored.rev && !isWrittenByAnotherForm(stored, { ...typed, began: start.forms }));
  return isAbove ? applyTyped(stored ?? start, typed, at ?? Date.now()) : undefined;
}

/**
 * Returns a copy of the form draft for a new record. The record's id defaults to the form's key, so that repeated
 * copies are stored in one record.
 */
export const copyOf = ({ start, typed, at }: FormDraft, id = typed.form): FormDraft => ({
  start: newRecord(id, typed.userId ?? start.userId),
  typed: { ...typed, from: blank, decidedOn: undefined, rev: Math.max(typed.rev - start.rev, 1) },
  at,
});

/** Returns the form draft. If its post is deleted, moves it to the successor of its record. */
function afterGone(all: Map<string, PostRecord>, formDraft: FormDraft): FormDraft {
  const { start, typed } = formDraft;
  const gone = all.get(start.id);
  if (gone?.successor === undefined) return formDraft;
  return {
    ...formDraft,
    start: { ...gone, id: gone.successor, successor: undefined, rev: start.rev, forms: start.forms },
    typed: { ...typed, from: blank, decidedOn: undefined },
  };
}

/**
 * Merges the form drafts into the records, lowest `rev` first: a form that continues another form's text has a higher
 * `rev`.
 */
export function withFormDrafts(records: PostRecord[], formDrafts: FormDraft[]): PostRecord[] {
  const all = new Map(records.map((record) => [record.id, record]));
  const take = (formDraft: FormDraft) => withFormDraft(all.get(formDraft.start.id), formDraft);
  for (const formDraft of formDrafts.toSorted((a, b) => a.typed.rev - b.typed.rev)) {
    const next = afterGone(all, formDraft);
    const record = take(next) ?? take(copyOf(next));
    if (record) all.set(record.id, record);
  }
  return [...all.values()];
}
