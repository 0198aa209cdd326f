import 'fake-indexeddb/auto';
import { newIdempotencyKey } from '../../src/data/api/idempotency-key.ts';
import { putEntry, readOutbox } from '../../src/data/outbox/outbox-store.ts';
import { sendOutbox } from '../../src/data/outbox/send-outbox.ts';
import { callTransport } from '../../src/data/outbox/transport.ts';

export interface Sender {
  /** As by a press of the button. */
  confirm(title: string): Promise<void>;
  /** One round of what can go now; rounds at once take turns. */
  send(): Promise<void>;
  waiting(): Promise<number>;
}

/** The app's own outbox, over an IndexedDB in memory and the Web Locks of Node. */
export function openSender(userId: string, token: string): Sender {
  return {
    confirm: (title) =>
      putEntry({
        version: 1,
        id: newIdempotencyKey(),
        userId,
        confirmedAt: Date.now(),
        work: { kind: 'publish', post: { title, imgUrl: '', content: `${title}, at length.` } },
        state: { name: 'waiting', notBefore: 0, heldUntil: 0 },
        tries: 0,
        isInDoubt: false,
      }),
    async send() {
      await sendOutbox({ userId, transport: callTransport(token, true), scope: 'all' });
    },
    waiting: async () => (await readOutbox()).length,
  };
}
