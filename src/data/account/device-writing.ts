import { dropBackup, readBackups } from '../drafts/draft-backup.ts';
import { type Draft, draftKey, draftPrefix, isUntouched } from '../drafts/drafts.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { announceChange, entryKey, readOutbox } from '../outbox/outbox-store.ts';
import { readRecords, writeRecords } from '../storage/records.ts';

/** What of a user's writing is on this device alone. */
export interface DeviceWriting {
  drafts: Draft[];
  waiting: OutboxEntry[];
}

export async function readDeviceWriting(userId: string): Promise<DeviceWriting> {
  const [waiting, stored] = await Promise.all([readOutbox(), readRecords<Draft>(draftPrefix)]);
  const drafts = new Map([...stored, ...readBackups()].map((draft) => [draft.id, draft]));
  return {
    drafts: [...drafts.values()].filter((draft) => draft.userId === userId && !isUntouched(draft)),
    waiting: waiting.filter((entry) => entry.userId === userId),
  };
}

/** For an account that is no more: nobody could ever see these texts again. */
export async function removeDeviceWriting(userId: string): Promise<void> {
  for (const { id } of readBackups().filter((draft) => draft.userId === userId)) dropBackup(id);
  const [waiting, stored] = await Promise.all([readOutbox(), readRecords<Draft>(draftPrefix)]);
  const isOwn = (of: { userId: string | null }) => of.userId === userId;
  await writeRecords({
    remove: [
      ...stored.filter(isOwn).map(({ id }) => draftKey(id)),
      ...waiting.filter(isOwn).map(({ id }) => entryKey(id)),
    ],
  });
  announceChange();
}
