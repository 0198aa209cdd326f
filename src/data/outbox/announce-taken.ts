import { isSameText, type NewPost } from '../../contract/posts.ts';
import { announce, hearChannel } from '../channel.ts';
import { channelNames } from '../storage/storage-names.ts';
import type { OutboxEntry } from './outbox-entry.ts';

interface TakenMessage {
  taken: { id: string; post: NewPost };
}

/** Tells every tab that the backend has the entry. Called before it leaves the outbox: its form may wait for its turn. */
export function announceTaken({ id, work: { post } }: OutboxEntry): void {
  announce(channelNames.outbox, { taken: { id, post } } satisfies TakenMessage);
}

/** Listens to other senders. Texts are compared too, as a corrected one may go under the same id. */
export function listenForTaken({ id, work: { post } }: OutboxEntry): { isTaken: () => boolean; stop: () => void } {
  let isTaken = false;
  const stop = hearChannel<Partial<TakenMessage> | string>(channelNames.outbox, (data) => {
    if (typeof data === 'string' || data.taken?.id !== id) return;
    isTaken ||= isSameText(data.taken.post, post);
  });
  return { isTaken: () => isTaken, stop };
}
