import { createObservable } from '../observable.ts';
import { channelNames } from '../storage/storage-names.ts';

/**
 * Ids of posts whose delete the backend has confirmed since this page was opened. A list that was read before still has
 * them, and the outbox entry that hid them is gone.
 */
export const confirmedDeletes = createObservable<ReadonlySet<string>>(new Set());

/** Tells every tab. Called before the entry leaves the outbox, so that the post does not reappear in between. */
export function announceDelete(postId: string): void {
  const channel = new BroadcastChannel(channelNames.outbox);
  channel.postMessage({ deleted: postId } satisfies DeleteMessage);
  channel.close();
}

interface DeleteMessage {
  deleted: string;
}

/** Listens to announcements of every tab; returns a function that stops it. */
export function followConfirmedDeletes(): () => void {
  const channel = new BroadcastChannel(channelNames.outbox);
  channel.addEventListener('message', ({ data }: MessageEvent<string | Partial<DeleteMessage>>) => {
    if (typeof data === 'string' || data.deleted === undefined) return;
    confirmedDeletes.set(new Set(confirmedDeletes.get()).add(data.deleted));
  });
  return () => channel.close();
}
