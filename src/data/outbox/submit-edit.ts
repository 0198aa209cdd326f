import { isSameText } from '../../contract/posts.ts';
import { type Draft, draftRecord, isUntouched, tombstoneWrites } from '../drafts/drafts.ts';
import { session } from '../session/session.ts';
import { readRecord } from '../storage/records.ts';
import { draftOfEntry } from './draft-of-entry.ts';
import { type EditEntry, entryFromDraft, isEdit, type OutboxEntry } from './outbox-entry.ts';
import { entryKey, putEntry, replaceEntry } from './outbox-store.ts';
import { afterEarlierEdits, type FormOptions, submitText, waitingEdits, withHangNotice } from './submit.ts';

/**
 * `taken`: the backend has it. `waiting`, `conflict`: it is in the outbox, which sends it or asks its author. `gone`:
 * its post was deleted elsewhere. The others leave it in its form: `login expired` until its author has logged in again.
 */
export type EditResult = 'taken' | 'waiting' | 'conflict' | 'gone' | 'refused' | 'picture refused' | 'login expired';

/**
 * Submits an edit ("Save changes"). Stores it in the outbox, in the draft's place, before anything is sent; a refusal
 * puts the draft back, and the edit whose place it took, as that one was not refused. A form that nothing was changed in
 * has nothing to send.
 *
 * @throws DOMException when the device cannot store the edit. If it has been sent all the same, `onSent` was called.
 */
export async function submitEdit(
  draft: Draft,
  { isOpen = () => true, onHang, onSent, onStored = () => undefined }: FormOptions = {},
): Promise<EditResult> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return 'refused';
  const enqueued = await withHangNotice(enqueueEdit(userId, draft), onHang).finally(onStored);
  if (!enqueued) return 'taken';
  const { entry, replaced } = enqueued;
  // Another form may have begun with its text.
  const { edit } = draftOfEntry(entry);
  const putBack = (isExpired: boolean) => {
    const isInForm = isOpen();
    // Nobody is there to log in again: it goes by itself after the next login.
    if (isExpired && !isInForm) return undefined;
    if (isInForm) onSent?.(undefined, edit);
    const left = draftRecord({ ...draft, ...(edit && { edit }), ...(!isInForm && { id: entry.id }) });
    return { ...left, ...(replaced && { [entryKey(replaced.id)]: replaced }) };
  };
  return submitText(entry, draft, token, { ifRefused: putBack, onHang, onSent });
}

interface Enqueued {
  entry: OutboxEntry;
  /** The edit whose place it took. */
  replaced?: EditEntry | undefined;
}

/**
 * Stores the edit in the outbox, in its draft's place. Where its text went through that of the post's last edit there,
 * which is as it was then, and is not being sent, it takes that one's place too. A later one may have begun from the
 * same text: before it, this edit would seem to have been made beside it. One that another tab stores at this moment is
 * not seen: its author may be asked about their own words.
 *
 * @returns `undefined` if nothing was changed. The text of an edit that has left the outbox since may be nowhere else.
 */
async function enqueueEdit(userId: string, draft: Draft): Promise<Enqueued | undefined> {
  const { attempts = [], postId = '' } = draft.edit ?? {};
  const last = attempts.at(-1);
  if (isUntouched(draft) && (!last || (await readRecord(entryKey(last.id))))) return undefined;
  let entry = entryFromDraft(userId, draft);
  const ending = tombstoneWrites(draft);
  let replaced: EditEntry | undefined;
  const latest = last && (await waitingEdits(postId)).at(-1);
  const begun = attempts.find(({ id }) => id === latest?.id);
  const fold = (waiting: OutboxEntry) => {
    if (!begun?.post || !isEdit(waiting) || !isEdit(entry)) return undefined;
    if (!isSameText(waiting.work.post, begun.post)) return undefined;
    if (waiting.state.name === 'sending' || waiting.state.name === 'conflict') return undefined;
    entry = { ...entry, confirmedAt: waiting.confirmedAt };
    replaced = waiting;
    return entry;
  };
  if (begun && (await replaceEntry(begun.id, fold, ending))) return { entry, replaced };
  entry = await afterEarlierEdits(entry);
  await putEntry(entry, ending);
  return { entry };
}
