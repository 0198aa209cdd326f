import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { markListsStale, removeDeletedPost, storeEditedPost } from '../cache/confirmed-writes.ts';
import { type Draft, draftRecord, type EditBase } from '../drafts/drafts.ts';
import { isQuotaExceeded } from '../storage/quota.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { announceTaken } from './announce-taken.ts';
import { backoffMs } from './backoff.ts';
import { announceDelete } from './confirmed-deletes.ts';
import { announceEdit } from './confirmed-edits.ts';
import { type EntryState, isEdit, type OutboxEntry, readyForRetry, withoutDoubt } from './outbox-entry.ts';
import { changeEntry, readOutbox, removeEntry } from './outbox-store.ts';
import { releaseSentImages } from './send-images.ts';
import type { SendOutcome } from './transport.ts';

/** What became of an entry that was to be sent. */
export type EntryOutcome = SendOutcome | { kind: 'conflict'; base: EditBase; theirs: EditBase };

/**
 * Compares exactly. During a lookup the author may cancel the entry, correct it and submit it again: that version is
 * sent next time. Without Web Locks another tab may have begun to send it.
 */
export const isUnchanged = (latest: OutboxEntry, entry: OutboxEntry): boolean =>
  JSON.stringify(latest) === JSON.stringify(entry);

/** Whether an outcome for `entry` applies to the entry as it is stored now: unchanged, or being sent. */
export const isSame = (latest: OutboxEntry, entry: OutboxEntry): boolean =>
  latest.state.name === 'sending' || isUnchanged(latest, entry);

/**
 * Stores the outcome of a call. Updates the cache before the outbox: after a crash in between, the entry is sent once
 * more under its key. A refusal says only that this call has not arrived: an entry with a key stays in doubt if it was.
 */
export async function applyOutcome(before: OutboxEntry, outcome: EntryOutcome, now: number): Promise<EntryOutcome> {
  const { id, userId, work } = before;
  const change = (by: (entry: OutboxEntry) => OutboxEntry) =>
    changeEntry(id, (latest) => (isSame(latest, before) ? by(latest) : undefined));
  switch (outcome.kind) {
    case 'taken':
      announceTaken(before);
      if (work.kind !== 'delete') {
        await markListsStale();
        await removeEntry(id, (latest) => (isSame(latest, before) ? {} : undefined));
        await releaseSentImages(work.post);
      } else {
        await removeDeletedPost(work.postId);
        announceDelete(work.postId);
        const text: Draft = { version: 1, id, userId, post: work.post, savedAt: now, origin: 'deleted post' };
        await removeWithDraft(text);
        await retryEditsOf(work.postId);
      }
      break;
    case 'edited':
      announceTaken(before);
      await storeEditedPost(outcome.post);
      announceEdit(outcome.post);
      await removeEntry(id, (latest) => (isSame(latest, before) ? {} : undefined));
      await releaseSentImages(work.post);
      break;
    case 'conflict':
      await change((entry) => withConflict(entry, outcome));
      break;
    case 'gone':
      if (work.kind === 'edit') await makeDraft(before, work.postId, now);
      break;
    case 'arrived':
      await change(() => ({ ...before, isInDoubt: true, state: { name: 'arrived' } }));
      break;
    case 'refused':
      await change(() => ({ ...withoutDoubt(before), state: refusedState(outcome) }));
      break;
    case 'not let in':
      await change(() => ({ ...withoutDoubt(before), state: { name: 'needs login' } }));
      break;
    case 'outdated':
    case 'unanswered':
      await change((entry) => {
        const tries = entry.tries + 1;
        const holdFor = outcome.kind === 'unanswered' ? outcome.holdFor : 0;
        const heldUntil = holdFor > 0 ? now + holdFor : 0;
        return { ...entry, tries, state: { name: 'waiting', notBefore: now + backoffMs(tries), heldUntil } };
      });
      break;
  }
  return outcome;
}

const refusedState = ({ status, image }: Extract<EntryOutcome, { kind: 'refused' }>): EntryState => ({
  name: 'refused',
  status,
  ...(image !== undefined && { image }),
});

/** An edit that was refused or waits for its author learns that its post is gone, and becomes a draft. */
async function retryEditsOf(postId: string): Promise<void> {
  for (const entry of await withTimeout(timeouts.deviceTimeoutMs, readOutbox())) {
    if (isEdit(entry) && entry.work.postId === postId) await changeEntry(entry.id, readyForRetry);
  }
}

/** Nothing of it is on its way: it was refused, as the post has another version. */
const withConflict = (entry: OutboxEntry, { base, theirs }: { base: EditBase; theirs: EditBase }): OutboxEntry => {
  const { work } = entry;
  if (work.kind !== 'edit') return entry;
  const { attempts: _, ...rest } = work;
  return { ...entry, isInDoubt: false, state: { name: 'conflict', theirs }, work: { ...rest, base } };
};

/** Ends an edit whose post has been deleted elsewhere: its text becomes a draft of Create's. */
async function makeDraft({ id, userId, work: { post } }: OutboxEntry, postId: string, now: number): Promise<void> {
  await removeDeletedPost(postId);
  announceDelete(postId);
  const draft: Draft = {
    version: 1,
    id: newIdempotencyKey(),
    userId,
    post,
    savedAt: now,
    origin: 'edit of a deleted post',
  };
  await removeEntry(id, () => draftRecord(draft));
}

/** Removes the entry of a confirmed delete and stores the post's text as a draft, unless the quota is exceeded. */
async function removeWithDraft(draft: Draft): Promise<void> {
  try {
    await removeEntry(draft.id, () => draftRecord(draft));
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    console.error('Could not keep a deleted post as a draft (quota exceeded); removing its entry.', error);
    await removeEntry(draft.id);
  }
}
