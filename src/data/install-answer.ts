import { readRecord, writeRecords } from './records.ts';
import { recordKeys } from './storage.ts';

/** Whether the person at this device has been asked to install the app and wants to hear no more of it. */
export const isInstallDeclined = async (): Promise<boolean> => (await readRecord(recordKeys.install)) !== undefined;

export const declineInstall = (): Promise<void> =>
  writeRecords({ put: { [recordKeys.install]: { version: 1, declinedAt: Date.now() } } });
