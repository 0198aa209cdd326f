import { showBadge } from '../data/outbox/badge.ts';
import { readOutbox } from '../data/outbox/box.ts';
import { sendOutbox } from '../data/outbox/send.ts';
import { callTransport } from '../data/outbox/transport.ts';
import { readRecord } from '../data/records.ts';
import { recordKeys } from '../data/storage.ts';

/**
 * Sends what waits for the author who is logged in, with every page closed. The session cookie goes along by itself;
 * the token is never here. Rejects while something is left, so that the browser tries again.
 */
export async function publishWaiting(): Promise<void> {
  const userId = await readRecord<string>(recordKeys.author);
  if (userId === undefined) return;
  await sendOutbox({ userId, transport: callTransport(null, true), reach: 'all' });
  const mine = (await readOutbox()).filter((entry) => entry.userId === userId);
  await showBadge(mine.length);
  const left = mine.filter(({ state }) => state.name === 'waiting');
  if (left.length > 0) throw new Error(`${left.length} of this author's posts and deletes still wait`);
}
