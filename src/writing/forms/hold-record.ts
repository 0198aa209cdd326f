import { orLog } from '../../device/or-log.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { copyOf, type FormDraft, withFormDraft } from '../record/form-drafts.ts';
import { newRecord, type PostRecord } from '../record/post-record.ts';
import { playEvent, readPostRecord } from '../record/record-store.ts';
import { dropTabBackup, readTabBackup, saveCopy } from '../record/tab-backup.ts';
import { type FormLock, lockForm, takeOver } from './form-lock.ts';

/** A record whose lock this tab holds: no other form writes it until it is released. */
export interface HeldRecord {
  record: PostRecord;
  /** Whether the device has the whole record. */
  isStored: boolean;
  lock: FormLock;
}

export interface HoldOptions {
  /** The record if the device has none. */
  start?: PostRecord | undefined;
  /** How long to wait for the tab that has the record, in milliseconds. */
  patience?: number;
  /** Whether to take the record over from another tab, as its author wants. */
  isTakenOver?: boolean;
  isWanted?: (record: PostRecord) => boolean;
}

/** How long a form waits for the device, in milliseconds, if it can open without the device. */
export const readTimeoutMs = (): number => 2 * timeouts.databaseOpenTimeoutMs;

/**
 * Takes a record for a form.
 *
 * @returns `undefined` when another tab has it, it does not exist, its post is gone, or it is not wanted.
 * @throws when the device cannot be read and this tab has no backup of the record.
 */
export async function holdRecord(
  id: string,
  { start, patience, isTakenOver, isWanted = () => true }: HoldOptions = {},
): Promise<HeldRecord | undefined> {
  const lock = await (isTakenOver ? takeOver(id) : lockForm(id, patience));
  if (!lock) return undefined;
  try {
    if (isTakenOver) await noteTakeOver(id, start);
    const { record, isStored } = await readLatest(id, start);
    if (record && record.successor === undefined && isWanted(record)) return { record, isStored, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.release();
  return undefined;
}

/** Notes in the record that this form has taken it over. Does not wait long for a device that hangs. */
async function noteTakeOver(id: string, start: PostRecord | undefined): Promise<void> {
  const noting = playEvent(id, { kind: 'taken over' }, start);
  await resultWithin(
    readTimeoutMs(),
    orLog('Could not note that a text was taken over; both forms may write it.', noting),
  );
}

/** Begins a record without reading the device. @returns `undefined` when another tab has a record of this id. */
export async function holdNewRecord(id: string, author: string | null): Promise<HeldRecord | undefined> {
  const lock = await lockForm(id);
  return lock && { record: newRecord(id, author), isStored: true, lock };
}

/** Returns the device's record, merged with this tab's backup. */
async function readLatest(id: string, start: PostRecord | undefined) {
  const aside = readTabBackup(id);
  const stored = (await readStored(id, aside)) ?? start;
  if (!aside) return { record: stored, isStored: true };
  const record = withFormDraft(stored, aside);
  if (!record) void orLog('Could not store what only this tab has; it stays there.', saveCopy(copyOf(aside)));
  const isStored = !record || record.rev === stored?.rev;
  // The backup stays if the post is gone: its words become a draft of the successor.
  if (isStored && record?.successor === undefined) dropTabBackup(id);
  return { record: record ?? stored, isStored };
}

/** Reads the stored record. If this tab has a backup, does not wait long for a device that hangs. */
async function readStored(id: string, aside: FormDraft | undefined): Promise<PostRecord | undefined> {
  if (!aside) return readPostRecord(id);
  try {
    return await withTimeout(readTimeoutMs(), readPostRecord(id));
  } catch (error) {
    console.error('Could not read a text from this device; using the backup in this tab.', error);
    return undefined;
  }
}
