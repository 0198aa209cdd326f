import { draftRecord } from '../drafts.ts';
import { changeEntry, putEntry, takeOut } from './box.ts';
import { type Entry, revived } from './entry.ts';
import { send } from './tend.ts';

/** By its author's hand: also what was refused, waits for a login, or was to be left alone for longer. */
export async function tryAgain({ id }: Entry): Promise<void> {
  await changeEntry(id, revived);
  await send({ id });
}

/**
 * Takes a post back, as the draft it was. Nothing happens while it is being sent.
 *
 * @returns the draft's id, if it was still to be had.
 */
export async function backToForm({ id, userId, work }: Entry): Promise<string | undefined> {
  if (work.kind !== 'publish') return undefined;
  const draft = {
    version: 1,
    id: work.draftId,
    userId,
    post: work.post,
    savedAt: Date.now(),
    origin: 'typed',
  } as const;
  return (await takeOut(id, () => draftRecord(draft))) ? draft.id : undefined;
}

/** @returns whether it was still to be had: not while it is being sent. */
export const discard = ({ id }: Entry): Promise<boolean> => takeOut(id, () => ({}));

/** Undoes `discard`: the same entry, under the same key. */
export const putBack = (entry: Entry): Promise<void> => putEntry(revived(entry));
