import { blank, newRecord, type PostRecord } from './post-record.ts';
import type { Typed } from './record-events.ts';
import { hasWords, isOfAnother } from './record-forms.ts';
import { playTyped } from './record-table.ts';

/** The words of a form, and the record that the form began with. `at`: when they were stored, in milliseconds since the epoch. */
export interface FormDraft {
  start: PostRecord;
  typed: Typed;
  at?: number | undefined;
}

/** Returns the author. A text that was begun without a login belongs to the user who has gone on typing it. */
export const authorOfFormDraft = ({ start, typed }: FormDraft): string | null => start.userId ?? typed.userId ?? null;

/**
 * Returns the record with a form's words. Returns `undefined` if the words do not continue the record: another form has
 * written the record since the form read it, or the form began without the record.
 */
export function withFormDraft(stored: PostRecord | undefined, { start, typed, at }: FormDraft): PostRecord | undefined {
  if (stored && (hasWords(stored, typed) || start.rev >= typed.rev)) return stored;
  const isAbove = !stored || (typed.rev > stored.rev && !isOfAnother(stored, { ...typed, began: start.forms }));
  return isAbove ? playTyped(stored ?? start, typed, at ?? Date.now()) : undefined;
}

/** Returns a form's words as a new record. Its default id is the form's key, so repeated copies make one record. */
export const copyOf = ({ start, typed, at }: FormDraft, id = typed.form): FormDraft => ({
  start: newRecord(id, typed.userId ?? start.userId),
  typed: { ...typed, from: blank, decidedOn: undefined, rev: Math.max(typed.rev - start.rev, 1) },
  at,
});

/** If the post is gone, moves the words to its record's successor, where they are the text of a new post. */
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

/** Applies the form drafts in the order of `rev`: a form that continues another form's text has a higher `rev`. */
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
