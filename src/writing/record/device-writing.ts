import { authorOfFormDraft } from './form-drafts.ts';
import { liveDraftOf, type PostRecord } from './post-record.ts';
import { readOwn, removeRecordsOf } from './record-store.ts';
import { dropTabBackup, readTabBackups } from './tab-backup.ts';

/** A user's unpublished texts: the records that have a draft, and those that have a pending text or delete. */
export interface DeviceWriting {
  drafts: PostRecord[];
  waiting: PostRecord[];
}

export async function readDeviceWriting(userId: string): Promise<DeviceWriting> {
  const records = await readOwn(userId, readTabBackups());
  return {
    drafts: records.filter((record) => liveDraftOf(record) !== undefined),
    waiting: records.filter(({ pending }) => pending !== undefined),
  };
}

/** Removes the records, form drafts and tab backups of a deleted account, because no user can see them any more. */
export async function removeDeviceWriting(userId: string): Promise<void> {
  for (const backup of readTabBackups()) if (authorOfFormDraft(backup) === userId) dropTabBackup(backup.start.id);
  await removeRecordsOf(userId);
}
