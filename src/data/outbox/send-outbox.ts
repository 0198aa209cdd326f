import { isSameText, type NewPost } from '../../contract/posts.ts';
import { markListsStale } from '../cache/confirmed-writes.ts';
import { storeDraftImages } from '../images/store-draft-images.ts';
import { readRecord } from '../storage/records.ts';
import { lockNames } from '../storage/storage-names.ts';
import { withLock } from '../storage/with-lock.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { applyOutcome, type EntryOutcome, isSame, isUnchanged } from './apply-outcome.ts';
import { nextAttemptAt } from './backoff.ts';
import { findPublishedByText } from './find-published-by-text.ts';
import { isBehindEdit, isHeldBack } from './held-back.ts';
import { type EditEntry, isEdit, type OutboxEntry, textsInDoubt } from './outbox-entry.ts';
import { changeEntry, entryKey, readOutbox, replaceEntry } from './outbox-store.ts';
import { editOfArrived } from './rebase-edit.ts';
import { sendImages, whileImagesStay } from './send-images.ts';
import { sendMerging } from './send-merging.ts';
import { longestSending, type Transport } from './transport.ts';

/**
 * Which entries to send. `due`: those whose wait is over. `all`: also those in backoff. `login`: also those that waited
 * for their author's login. `id`: this entry alone, also in backoff.
 */
export type SendScope = 'due' | 'all' | 'login' | { id: string };

export interface SendOptions {
  /** Whose entries to send. No other user's are sent. */
  userId: string;
  transport: Transport;
  scope: SendScope;
  now?: () => number;
}

/**
 * Stores the images of drafts that a send may have made of deleted posts. Apart from it, as nobody has to wait for it.
 */
export async function storeImagesAfter(
  outcomes: ReadonlyMap<string, EntryOutcome>,
  transport: Transport,
): Promise<void> {
  const mayHaveMadeDrafts = [...outcomes.values()].some(({ kind }) => kind === 'taken' || kind === 'gone');
  if (transport.knowsKeys && mayHaveMadeDrafts) await storeDraftImages(transport.fetchImage);
}

/**
 * Sends the user's outbox entries, oldest first, with one sender at a time over all tabs and the worker. Every step has
 * a timeout, so that no tab holds the lock for ever.
 *
 * @returns the outcome of each entry that was sent, by the entry's id.
 * @throws DOMException `TimeoutError` when the device does not answer.
 */
export function sendOutbox({
  userId,
  transport,
  scope,
  now = Date.now,
}: SendOptions): Promise<Map<string, EntryOutcome>> {
  return withLock(lockNames.outbox, async () => {
    const outcomes = new Map<string, EntryOutcome>();
    const entries = (await withTimeout(timeouts.deviceTimeoutMs, readOutbox())).filter(
      (entry) => entry.userId === userId,
    );
    const latest = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const isClear = transport.knowsKeys ? !(await isBehind(entry)) : !isHeldBack(entry, [...latest.values()]);
      if (!isClear || !isDue(entry, scope, now())) continue;
      const others = [...latest.values()].filter(({ id }) => id !== entry.id).flatMap(textsInDoubt);
      try {
        const outcome = await sendEntry(entry, others, whileImagesStay(transport, now), now);
        if (outcome) outcomes.set(entry.id, outcome);
      } catch (error) {
        console.error(
          'Could not send an entry of the outbox; going on with the next, and retrying this one later.',
          error,
        );
      }
      const left = await withTimeout(timeouts.deviceTimeoutMs, readRecord<OutboxEntry>(entryKey(entry.id)));
      if (left) latest.set(left.id, left);
      else latest.delete(entry.id);
    }
    return outcomes;
  });
}

/** Reads the outbox anew: what became of an earlier edit may be another entry. */
const isBehind = async (entry: OutboxEntry): Promise<boolean> =>
  entry.work.kind !== 'publish' && isBehindEdit(entry, await withTimeout(timeouts.deviceTimeoutMs, readOutbox()));

/** An entry in state `sending` is due at once: this sender holds the lock, so the one that began it has died. */
function isDue({ id, state }: OutboxEntry, reach: SendScope, now: number): boolean {
  if (typeof reach === 'object' && reach.id !== id) return false;
  switch (state.name) {
    case 'sending':
      return true;
    case 'waiting':
      return nextAttemptAt(reach === 'due' ? state : { ...state, notBefore: 0 }, now) <= now;
    case 'needs login':
      return reach === 'login';
    case 'refused':
    case 'arrived':
    case 'conflict':
      return false;
  }
}

/** @returns `undefined` when the author took the entry out before it was sent. */
async function sendEntry(
  entry: OutboxEntry,
  others: NewPost[],
  transport: Transport,
  now: () => number,
): Promise<EntryOutcome | undefined> {
  if (isEdit(entry)) return sendEdit(entry, transport, now);
  const mustLook = entry.work.kind === 'publish' && !transport.knowsKeys;
  let before: Pick<OutboxEntry, 'idsBefore' | 'isListCut'> = {};
  if (mustLook) {
    if (entry.state.name === 'sending') {
      // The page may have been closed a moment ago, with the call still on its way. Without Web Locks it may be alive.
      const holdFor = (navigator.locks ? 0 : longestSending(entry.work.post)) + timeouts.arrivalMs;
      return applyOutcome(entry, { kind: 'unanswered', holdFor }, now());
    }
    const seen = await findPublishedByText(entry, others, transport);
    if (!seen) return applyOutcome(entry, { kind: 'unanswered', holdFor: 0 }, now());
    if (seen.found === 'this text') return applyOutcome(entry, { kind: 'taken' }, now());
    if (seen.found === 'a version') return applyOutcome(entry, { kind: 'arrived' }, now());
    if (!entry.idsBefore) before = { idsBefore: seen.ids, ...(!seen.isWhole && { isListCut: true }) };
  }
  const held = await sendImages(entry, transport, now);
  if (held) return applyOutcome(entry, held, now());
  const sending: OutboxEntry = {
    ...asSending(entry),
    ...(entry.sentTexts && { sentTexts: withText(entry.sentTexts, entry.work.post) }),
    ...before,
  };
  if (!(await changeEntry(entry.id, (latest) => (isUnchanged(latest, entry) ? sending : undefined)))) return undefined;
  const outcome = await transport.send(entry);
  if (outcome.kind === 'arrived' && transport.knowsKeys) return sendCorrection(entry, transport, now);
  const mayArriveYet = mustLook && outcome.kind === 'unanswered';
  return applyOutcome(
    entry,
    mayArriveYet ? { ...outcome, holdFor: Math.max(outcome.holdFor, timeouts.arrivalMs) } : outcome,
    now(),
  );
}

/** @returns `undefined` when the author took the entry out before it was sent. */
async function sendEdit(first: EditEntry, transport: Transport, now: () => number): Promise<EntryOutcome | undefined> {
  const held = await sendImages(first, transport, now);
  if (held) return applyOutcome(first, held, now());
  const sent = await sendMerging(first, transport, {
    begin: (entry) => changeEntry(entry.id, (latest) => (isUnchanged(latest, entry) ? asSending(entry) : undefined)),
    replace: (entry, merged) => replaceEntry(entry.id, (latest) => (isSame(latest, entry) ? merged : undefined)),
  });
  return sent && applyOutcome(sent.entry, sent.outcome, now());
}

const asSending = (entry: OutboxEntry): OutboxEntry => ({ ...entry, state: { name: 'sending' }, isInDoubt: true });

/** Sends a corrected post, whose earlier text is published, as an edit of it. */
async function sendCorrection(
  entry: OutboxEntry,
  transport: Transport,
  now: () => number,
): Promise<EntryOutcome | undefined> {
  const edit = await editOfArrived(entry, transport);
  if (edit === undefined) return applyOutcome(entry, { kind: 'arrived' }, now());
  if ('kind' in edit) return applyOutcome(entry, edit, now());
  await markListsStale();
  if (!(await replaceEntry(entry.id, (latest) => (isSame(latest, entry) ? edit : undefined)))) return undefined;
  return sendEdit(edit, transport, now);
}

const withText = (texts: NewPost[], post: NewPost): NewPost[] =>
  texts.some((text) => isSameText(text, post)) ? texts : [...texts, post];
