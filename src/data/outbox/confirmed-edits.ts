import type { EditedPost } from '../api/write-posts.ts';
import { announce, hearChannel } from '../channel.ts';
import { createObservable } from '../observable.ts';
import { channelNames } from '../storage/storage-names.ts';

/**
 * Posts as edited, by id, whose edit the backend has confirmed since this page was opened. What was read before still
 * has the earlier version, and the outbox entry that laid the new text over it is gone.
 */
export const confirmedEdits = createObservable<ReadonlyMap<string, EditedPost>>(new Map());

/** Tells every tab. Called before the entry leaves the outbox, so that the old text does not reappear in between. */
export const announceEdit = (edited: EditedPost): void =>
  announce(channelNames.outbox, { edited } satisfies EditMessage);

interface EditMessage {
  edited: EditedPost;
}

/** Listens to announcements of every tab; returns a function that stops it. */
export const followConfirmedEdits = (): (() => void) =>
  hearChannel<Partial<EditMessage> | string>(channelNames.outbox, (data) => {
    if (typeof data === 'string' || !data.edited) return;
    const { edited } = data;
    const known = confirmedEdits.get();
    if ((known.get(edited._id)?.version ?? 0) < edited.version)
      confirmedEdits.set(new Map(known).set(edited._id, edited));
  });
