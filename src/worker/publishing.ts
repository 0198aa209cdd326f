import { showAppBadge } from '../data/app-badge.ts';
import type { SyncingRegistration } from '../data/outbox/background-sync.ts';
import { isBehindEdit } from '../data/outbox/held-back.ts';
import type { OutboxEntry } from '../data/outbox/outbox-entry.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { sendOutbox, storeImagesAfter } from '../data/outbox/send-outbox.ts';
import { callTransport } from '../data/outbox/transport.ts';
import { readRecord } from '../data/storage/records.ts';
import { recordKeys, syncTags } from '../data/storage/storage-names.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Sends the outbox of the author who is logged in, also with every page closed. The browser adds the session cookie;
 * the worker never holds the token. Rejects while entries are waiting, so that the browser retries: not for those that
 * the backend refuses the cookie for. The next open page sends
 * these with the token, or says that its author has to log in again.
 *
 * @param isLastChance whether the browser gives up after this attempt, as Chromium does after its third.
 */
export async function sendWaitingEntries(isLastChance = false): Promise<void> {
  const userId = await readRecord<string>(recordKeys.author);
  if (userId === undefined) return;
  const transport = callTransport(null, true);
  const outcomes = await sendOutbox({ userId, transport, scope: 'all' });
  const mine = (await readOutbox()).filter((entry) => entry.userId === userId);
  await showAppBadge();
  const needsToken = ({ id }: OutboxEntry) => {
    const outcome = outcomes.get(id);
    return outcome?.kind === 'unanswered' && outcome.needsToken === true;
  };
  const left = mine.filter(
    (entry) => entry.state.name === 'waiting' && !isBehindEdit(entry, mine) && !needsToken(entry),
  );
  if (left.length > 0 && isLastChance) await registerAgain();
  // Last, as the browser may end the worker during so many downloads.
  await storeImagesAfter(outcomes, transport);
  if (left.length > 0) throw new Error(`${left.length} of this author's posts and deletes still wait`);
}

/**
 * Outbox entries never expire, so the browser gets a new series of attempts. If it refuses, the next page registers.
 */
async function registerAgain(): Promise<void> {
  try {
    await (self.registration as SyncingRegistration).sync.register(syncTags.outbox);
  } catch (error) {
    console.error(
      'Could not register Background Sync again; the next open page sends the entries that are left.',
      error,
    );
  }
}
