import { authorOfFormDraft } from './form-drafts.ts';
import { liveDraftOf, type PostRecord } from './post-record.ts';
import { readOwn, removeRecordsOf } from './record-store.ts';
import { dropTabBackup, readTabBackups } from './tab-backup.ts';

/** The texts of a user that only this device has. */
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

/** Removes the texts of a deleted account, which no user could see any more. */
export async function removeDeviceWriting(userId: string): Promise<void> {
  for (const backup of readTabBackups()) if (authorOfFormDraft(backup) === userId) dropTabBackup(backup.start.id);
  await removeRecordsOf(userId);
}
