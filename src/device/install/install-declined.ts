import { readRecord, writeRecords } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';

/** Returns whether a user of this device has declined to install the app, and must not be asked again. */
export const isInstallDeclined = async (): Promise<boolean> => (await readRecord(recordKeys.install)) !== undefined;

export const declineInstall = (): Promise<void> =>
  writeRecords({ put: { [recordKeys.install]: { version: 1, declinedAt: Date.now() } } });
