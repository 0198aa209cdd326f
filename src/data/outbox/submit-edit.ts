import { isSameText } from '../../contract/posts.ts';
import { isOwnBackend } from '../api/host.ts';
import { storeEditedPost } from '../cache/confirmed-writes.ts';
import { type Draft, draftRecord, type EditBase, isUntouched, tombstoneWrites } from '../drafts/drafts.ts';
import { session } from '../session/session.ts';
import { readRecord } from '../storage/records.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { announceEdit } from './confirmed-edits.ts';
import { draftOfEntry } from './draft-of-entry.ts';
import { type EditEntry, entryFromDraft, isEdit, type OutboxEntry } from './outbox-entry.ts';
import { entryKey, putEntry, replaceEntry } from './outbox-store.ts';
import { sendMerging } from './send-merging.ts';
import { afterEarlierEdits, type FormOptions, submitText, waitingEdits, withHangNotice } from './submit.ts';
import { isDatabaseForbidden } from './submit-directly.ts';
import { endSubmittedDraft } from './submitted-draft.ts';
import { callTransport } from './transport.ts';

/**
 * `taken`: the backend has it. `waiting`, `conflict`: it is in the outbox, which sends it or asks its author. `gone`:
 * its post was deleted elsewhere. The others leave it in its form: `login expired` until its author has logged in again. `conflict in form`: only without the outbox.
 */
export type EditResult =
  | 'taken'
  | 'waiting'
  | 'conflict'
  | 'gone'
  | 'refused'
  | 'picture refused'
  | 'login expired'
  | 'unanswered'
  | 'conflict in form';

interface EditOptions extends FormOptions {
  /** Without the outbox: what the author has been told of, and replaces all the same. */
  known?: EditBase | undefined;
  onConflict?: (theirs: EditBase) => void;
}

/**
 * Submits an edit ("Save changes"). Stores it in the outbox, in the draft's place, before anything is sent; a refusal
 * puts the draft back, and the edit whose place it took, as that one was not refused. A form that nothing was changed in
 * has nothing to send. When the browser forbids IndexedDB, the edit is sent without the outbox, and stays in its form
 * unless the backend takes it.
 *
 * @throws DOMException when the device cannot store the edit. If it has been sent all the same, `onSent` was called.
 */
export async function submitEdit(
  draft: Draft,
  { isOpen = () => true, onHang, onSent, onStored = () => undefined, ...direct }: EditOptions = {},
): Promise<EditResult> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return 'refused';
  let enqueued: Enqueued | undefined;
  try {
    enqueued = await withHangNotice(enqueueEdit(userId, draft), onHang).finally(onStored);
  } catch (error) {
    if (!(await isDatabaseForbidden())) throw error;
    console.error('Could not open IndexedDB (forbidden); sending the edit without the outbox.', error);
    return submitEditDirectly(draft, { token, userId }, direct);
  }
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

async function submitEditDirectly(
  draft: Draft,
  { token, userId }: { token: string; userId: string },
  { known, onConflict = () => undefined }: Pick<EditOptions, 'known' | 'onConflict'>,
): Promise<EditResult> {
  const transport = callTransport(token, isOwnBackend);
  const asTyped = entryFromDraft(userId, draft);
  if (!isEdit(asTyped)) return 'refused';
  const entry: EditEntry = known ? { ...asTyped, work: { ...asTyped.work, base: known } } : asTyped;
  const isThere = async () => true;
  const sent = await sendMerging(entry, transport, { begin: isThere, replace: isThere });
  switch (sent?.outcome.kind) {
    case 'edited':
      await storeEditedPost(sent.outcome.post);
      announceEdit(sent.outcome.post);
      await tidyUp(draft);
      return 'taken';
    case 'conflict':
      onConflict(sent.outcome.theirs);
      return 'conflict in form';
    case 'unanswered':
      return 'unanswered';
    case 'not let in':
      return sent.outcome.status === 401 ? 'login expired' : 'refused';
    default:
      return 'refused';
  }
}

/** Never rejects: the edit has arrived even if the device fails. */
async function tidyUp(draft: Draft): Promise<void> {
  try {
    await withTimeout(timeouts.deviceTimeoutMs, endSubmittedDraft(draft));
  } catch (error) {
    console.error('Could not end the draft of an edit that has arrived; it may show up again.', error);
  }
}
