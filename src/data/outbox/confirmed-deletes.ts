import { announce, hearChannel } from '../channel.ts';
import { createObservable } from '../observable.ts';
import { channelNames } from '../storage/storage-names.ts';

/**
 * Ids of posts whose delete the backend has confirmed since this page was opened. A list that was read before still has
 * them, and the outbox entry that hid them is gone.
 */
export const confirmedDeletes = createObservable<ReadonlySet<string>>(new Set());

/** Tells every tab. Called before the entry leaves the outbox, so that the post does not reappear in between. */
export const announceDelete = (postId: string): void =>
  announce(channelNames.outbox, { deleted: postId } satisfies DeleteMessage);

interface DeleteMessage {
  deleted: string;
}

/** Listens to announcements of every tab; returns a function that stops it. */
export const followConfirmedDeletes = (): (() => void) =>
  hearChannel<string | Partial<DeleteMessage>>(channelNames.outbox, (data) => {
    if (typeof data === 'string' || data.deleted === undefined) return;
    confirmedDeletes.set(new Set(confirmedDeletes.get()).add(data.deleted));
  });
