import { type Draft, draftKey, draftRecord } from '../drafts.ts';
import { changeEntry, putEntry, takeOut } from './box.ts';
import { type Entry, revived } from './entry.ts';
import { send } from './tend.ts';

/** By its author's hand: also what was refused, waits for a login, or was to be left alone for longer. */
export async function tryAgain({ id }: Entry): Promise<void> {
  await changeEntry(id, revived);
  await send({ id });
}

/**
 * Takes a post back, as a draft. Nothing happens while it is being sent.
 *
 * @returns the draft's id, if the post was still to be had.
 */
export async function backToForm({ id, work }: Entry): Promise<string | undefined> {
  if (work.kind !== 'publish') return undefined;
  return (await takeOut(id, (entry) => draftRecord(draftOf(entry)))) ? id : undefined;
}

/**
 * Takes the entry out; a post's text goes where discarded drafts go. So does that of a post whose delete may have
 * arrived, as one that has been deleted.
 *
 * @returns the entry as it was, if it was still to be had: not while it is being sent.
 */
export async function discard({ id }: Entry): Promise<Entry | undefined> {
  let latest: Entry | undefined;
  const isOut = await takeOut(id, (entry) => {
    latest = entry;
    if (entry.work.kind === 'publish') return draftRecord({ ...draftOf(entry), discardedAt: Date.now() });
    return entry.isInDoubt ? draftRecord({ ...draftOf(entry), origin: 'deleted post' }) : {};
  });
  return isOut ? latest : undefined;
}

/** Undoes `discard`: the same entry, under the same key. */
export const putBack = (entry: Entry): Promise<void> => putEntry(entry, { remove: [draftKey(entry.id)] });

/** Under the entry's own id: the draft it was written in may hold another text by now. */
const draftOf = ({ id, userId, work, isInDoubt, sameBefore }: Entry): Draft => ({
  version: 1,
  id,
  userId,
  post: work.post,
  savedAt: Date.now(),
  origin: 'typed',
  ...(isInDoubt && { sent: { id, post: work.post, ...(sameBefore !== undefined && { sameBefore }) } }),
});
