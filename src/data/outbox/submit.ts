import { isSameText, type Post, textOf } from '../../contract/posts.ts';
import { isOwnBackend } from '../api/host.ts';
import { deletePost } from '../api/write-posts.ts';
import { removeDeletedPost } from '../cache/confirmed-writes.ts';
import {
  type Draft,
  deleteDraftWithTombstone,
  draftRecord,
  type EditOf,
  listDrafts,
  readDraft,
  readDraftState,
  type SentAttempt,
  tombstoneWrites,
} from '../drafts/drafts.ts';
import { saveUnlessAccountDeleted } from '../drafts/save-unless-account-deleted.ts';
import { session } from '../session/session.ts';
import { keepsNothing, readRecord } from '../storage/records.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin, withTimeout } from '../with-timeout.ts';
import { listenForTaken } from './announce-taken.ts';
import { draftOfLostEntry } from './draft-of-entry.ts';
import {
  type EditEntry,
  type EntryWork,
  entryFromDraft,
  isEdit,
  newEntry,
  type OutboxEntry,
  readyForRetry,
} from './outbox-entry.ts';
import { changeEntry, entryKey, putEntry, readOutbox, withdrawEntry } from './outbox-store.ts';
import { sendOutbox, storeImagesAfter } from './send-outbox.ts';
import { type DirectOutcome, type DirectSubmitOptions, submitDirectly } from './submit-directly.ts';
import { callTransport } from './transport.ts';

/**
 * `taken`: the backend has it. `waiting`: it is in the outbox, or its author has taken it out again in another tab, or
 * another sender has sent it, and the backend may have it, or it is a draft, as all that was stored has been deleted.
 * `refused`, `picture refused`: the backend did not accept it, or one of its images. `login expired`: the own backend
 * takes it after a login.
 */
export type SubmitResult = 'taken' | 'waiting' | 'refused' | 'picture refused' | 'login expired';

/**
 * `conflict`: it is in the outbox until its author has decided. `gone`: its post was deleted elsewhere, and its text is
 * a draft of Create's.
 */
type EntryResult = SubmitResult | 'conflict' | 'gone';

export interface FormOptions {
  /** Returns whether the draft is still in its form, which may have been left, with another text begun in it. */
  isOpen?: () => boolean;
  /** Called when the device does not answer in time. The submit goes on, as the device may still store the text. */
  onHang?: () => void;
  /**
   * Called with what the text was sent as, where it lies in its form alone: sent again, it is the same. `edit`: what its
   * next edit is of, which knows of this one.
   */
  onSent?: (sent: SentAttempt | undefined, edit?: EditOf) => void;
  /** Called once the outbox has the text, could not take it, or is left out. */
  onStored?: () => void;
}

type SubmitOptions = FormOptions & DirectSubmitOptions;

/**
 * Submits a draft ("Create Blog"). Stores the post in the outbox, in the draft's place, before anything is sent; a
 * refusal puts the draft back. Without a login the post is sent once without the outbox, and the draft stays unless the
 * backend takes it.
 *
 * @throws DOMException when the device cannot store the post. If it has been sent all the same, `onSent` was called.
 */
export async function submitPost(
  draft: Draft,
  {
    isOpen = () => true,
    onHang,
    onSent,
    onAttempt,
    onStored = () => undefined,
    isDoubtKnown = false,
  }: SubmitOptions = {},
): Promise<SubmitResult | DirectOutcome> {
  const who = session.get();
  const { token, userId } = who;
  if (token === null || userId === null) {
    onStored();
    return submitDirectly(draft, who, { isDoubtKnown, ...(onSent && { onSent }), ...(onAttempt && { onAttempt }) });
  }
  // Backups of this text, in this tab or another, are recognized as submitted by the tombstone that this writes.
  const entry = await withHangNotice(enqueueDraft(userId, draft), onHang).finally(onStored);
  const { sent: _, ...asTyped } = draft;
  const putBack = () => draftRecord(isOpen() ? asTyped : { ...asTyped, id: entry.id });
  // A backup in the tab outlives a page that has the entry and the tombstone in its memory.
  if (keepsNothing.get()) onAttempt?.(draftOfLostEntry(entry).sent);
  const result = asSubmitted(await submitText(entry, draft, token, { ifRefused: putBack, onHang, onSent }));
  if (keepsNothing.get() && result !== 'taken' && result !== 'waiting') onAttempt?.(draft.sent);
  return result;
}

/** Never times out: an entry reported as failed and stored after all would be published beside the next one. */
export async function withHangNotice<T>(work: Promise<T>, onHang: () => void = () => undefined): Promise<T> {
  const timer = setTimeout(onHang, timeouts.deviceTimeoutMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stores the text in the outbox, in its draft's place. A duplicated tab may have submitted the same draft already: the
 * same text is then sent as that entry; a corrected one becomes an `arrived` entry, on which its author decides.
 */
async function enqueueDraft(userId: string, draft: Draft): Promise<OutboxEntry> {
  const entry = entryFromDraft(userId, draft);
  // Reads only if such an entry is possible: during a read the author may begin another text in the form.
  const waiting = draft.sent && (await readRecord<OutboxEntry>(entryKey(entry.id)));
  if (waiting && !isSameText(waiting.work.post, draft.post)) {
    const question: OutboxEntry = { ...newEntry(userId, entry.work), state: { name: 'arrived' } };
    await putEntry(question, tombstoneWrites(draft));
    return question;
  }
  if (waiting && (await changeEntry(entry.id, readyForRetry))) await deleteDraftWithTombstone(draft);
  else await putEntry(entry, tombstoneWrites(draft));
  return entry;
}

/** Submits the delete of a post. A refusal leaves everything as it was. */
export async function submitDelete(post: Post): Promise<SubmitResult> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return deleteDirectly(post._id);
  const work: EntryWork = { kind: 'delete', postId: post._id, post: textOf(post) };
  const entry = await afterEarlierEdits(newEntry(userId, work));
  await putEntry(entry);
  return asSubmitted(await submitEntry(entry, token, () => ({})));
}

/**
 * The entry of an edit or a delete, after the edits of its post that are in the outbox. Their times grow even when the
 * clock has been put back, or when two are saved in the same millisecond.
 */
export async function afterEarlierEdits(entry: OutboxEntry): Promise<OutboxEntry> {
  const { work } = entry;
  if (work.kind === 'publish') return entry;
  const before = await waitingEdits(work.postId);
  return { ...entry, confirmedAt: Math.max(entry.confirmedAt, ...before.map(({ confirmedAt }) => confirmedAt + 1)) };
}

/** The edits of a post that are in the outbox, oldest first. */
export const waitingEdits = async (postId: string): Promise<EditEntry[]> =>
  (await readOutbox()).filter(isEdit).filter(({ work }) => work.postId === postId);

/** A post that was in doubt, and has become an edit of what had arrived, may wait for its author's decision. */
const asSubmitted = (result: EntryResult): SubmitResult =>
  result === 'conflict' || result === 'gone' ? 'waiting' : result;

async function deleteDirectly(id: string): Promise<SubmitResult> {
  try {
    await deletePost(id, { author: null });
  } catch (error) {
    console.error('Could not delete the post; it stays in the list.', error);
    return 'refused';
  }
  await removeDeletedPost(id);
  return 'taken';
}

/**
 * Sends the entry of a draft. Where all that the device had stored is deleted meanwhile, the text becomes a draft once
 * more: nobody knows whether it was sent, and it is stored nowhere else. A device that hangs is waited for, as the text
 * may lie in its form alone.
 *
 * @throws DOMException when the device cannot store that draft; `onSent` was called then.
 */
export async function submitText(
  entry: OutboxEntry,
  draft: Draft,
  token: string,
  { ifRefused, onHang, onSent = () => undefined }: TextOptions,
): Promise<EntryResult> {
  const result = await submitEntry(entry, token, ifRefused);
  if (result !== 'waiting' && result !== 'conflict' && result !== 'gone') return result;
  return (await withHangNotice(keepIfLost(entry, draft, onSent), onHang)) ? 'waiting' : result;
}

async function keepIfLost(
  entry: OutboxEntry,
  draft: Draft,
  onSent: NonNullable<FormOptions['onSent']>,
): Promise<boolean> {
  if (!(await isLost(entry, draft))) return false;
  console.error('All that was stored was deleted during a submit; keeping its text as a draft.');
  const lost = draftOfLostEntry(entry);
  try {
    await saveUnlessAccountDeleted(lost);
  } catch (error) {
    onSent(lost.sent, lost.edit);
    throw error;
  }
  return true;
}

/**
 * Whether the tombstone is gone that was stored together with the entry. One that a jump of the clock has ended leaves
 * the entry, or the draft it has become. A device that hangs opens no database, and has said neither; one that fails is
 * read once more, as whatever deletes all that was stored ends the connection to it as well.
 */
async function isLost({ id }: OutboxEntry, draft: Draft): Promise<boolean> {
  for (let failures = 0; failures < 2; ) {
    try {
      const { ended } = await readDraftState(draft.id);
      return !ended && !(await readRecord(entryKey(id))) && !(await readDraft(id));
    } catch (error) {
      console.error('Could not read whether a text is still stored; taking it for so if that fails twice.', error);
      if (!(error instanceof DOMException) || error.name !== 'TimeoutError') failures += 1;
    }
  }
  return false;
}

/**
 * What became of an entry that has left the outbox while another sender had its turn, and that nobody has said is taken.
 * Its author may have taken it out in another tab. An edit may have been merged, and wait under another id.
 */
async function outcomeElsewhere({ userId, work }: OutboxEntry): Promise<EntryResult> {
  if (work.kind !== 'edit') return 'waiting';
  const drafts = await listDrafts(userId);
  const isGone = drafts.some(({ origin, post }) => origin === 'edit of a deleted post' && isSameText(post, work.post));
  return isGone ? 'gone' : 'waiting';
}

/**
 * Returns the records to store in an entry's place after a refusal; with `undefined`, one whose login has expired stays
 * in the outbox until the next.
 */
type WhenRefused = (isExpired: boolean) => Record<string, unknown> | undefined;

interface TextOptions {
  ifRefused: WhenRefused;
  onHang: FormOptions['onHang'];
  onSent: FormOptions['onSent'];
}

/** Sends an entry that is in the outbox by now. */
async function submitEntry(entry: OutboxEntry, token: string, ifRefused: WhenRefused): Promise<EntryResult> {
  const elsewhere = listenForTaken(entry);
  try {
    const transport = callTransport(token, isOwnBackend);
    const sent = sendOutbox({ userId: entry.userId, transport, scope: { id: entry.id } });
    // A send that fails is told of below.
    void sent.then(
      (outcomes) => storeImagesAfter(outcomes, transport),
      () => undefined,
    );
    const outcome = (await resultWithin(timeouts.submitTimeoutMs, sent))?.get(entry.id);
    if (outcome?.kind === 'taken' || outcome?.kind === 'edited') return 'taken';
    if (outcome?.kind === 'conflict' || outcome?.kind === 'gone') return outcome.kind;
    if (outcome === undefined && !(await withTimeout(timeouts.deviceTimeoutMs, readRecord(entryKey(entry.id)))))
      return elsewhere.isTaken() ? 'taken' : withTimeout(timeouts.deviceTimeoutMs, outcomeElsewhere(entry));
    if (outcome?.kind !== 'refused' && outcome?.kind !== 'not let in') return 'waiting';
    const isExpired = isOwnBackend && outcome.kind === 'not let in' && outcome.status === 401;
    // It goes by itself after the next login, which the author is told of; the specification says nothing of edits.
    if (outcome.kind === 'not let in' && !isExpired && isEdit(entry)) return 'waiting';
    // If another tab sent it first and lost the answer, it may have arrived: put back, it could be published twice.
    const isOut = await withdrawEntry(entry.id, ({ isInDoubt }) => (isInDoubt ? undefined : ifRefused(isExpired)));
    if (!isOut) return 'waiting';
    if (isExpired) return 'login expired';
    return outcome.kind === 'refused' && outcome.image !== undefined ? 'picture refused' : 'refused';
  } catch (error) {
    // It is stored and will be sent later. Told otherwise, the author would submit it again.
    console.error('Could not send an outbox entry; retrying later.', error);
    return 'waiting';
  } finally {
    elsewhere.stop();
  }
}
