import { createSerialQueue } from '../device/serial-queue.ts';
import { readRecord } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { readFollowing, unreadIds } from '../reading/follows/follow-store.ts';
import { readOwn } from './record/record-store.ts';

/** Runs one update at a time, so that an earlier count is never shown last. */
const inTurn = createSerialQueue();

/**
 * Shows a count on the app's icon, if the platform has badges: the logged-in author's pending texts and deletes, plus
 * the unread posts of all follows. Call it in a page or the worker when either count changes. Never rejects.
 */
export function showAppBadge(): Promise<void> {
  return inTurn(async () => {
    if (!('setAppBadge' in navigator)) return;
    try {
      const count = (await countWaiting()) + unreadIds((await readFollowing()).follows).size;
      await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
    } catch (error) {
      console.error('Could not set the app badge; leaving it as it is.', error);
    }
  });
}

async function countWaiting(): Promise<number> {
  const author = await readRecord<string>(recordKeys.author);
  if (author === undefined) return 0;
  return (await readOwn(author)).filter(({ pending }) => pending !== undefined).length;
}
