import { orLog } from '../../device/or-log.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { copyOf, type FormDraft, withFormDraft } from '../record/form-drafts.ts';
import { newRecord, type PostRecord } from '../record/post-record.ts';
import { applyEvent, readPostRecord } from '../record/record-store.ts';
import { dropTabBackup, readTabBackup, saveCopy } from '../record/tab-backup.ts';
import { type FormLock, lockForm, takeOver } from './form-lock.ts';

/** A record whose lock this tab holds. No other form writes the record until the lock is released. */
export interface HeldRecord {
  record: PostRecord;
  /** Whether the database has all of `record`. */
  isStored: boolean;
  lock: FormLock;
}

export interface HoldOptions {
  /** The record to use if the database has none. */
  start?: PostRecord | undefined;
  /** How long to wait for the tab that holds the lock, in milliseconds. */
  patience?: number;
  /** Whether to take the record over from another tab, as its author wants. */
  isTakenOver?: boolean;
  isWanted?: (record: PostRecord) => boolean;
}

/** Returns how long a form that can open without the database waits for it, in milliseconds. */
export const readTimeoutMs = (): number => 2 * timeouts.databaseOpenTimeoutMs;

/**
 * Locks a record for a form, and reads it.
 *
 * @returns `undefined` if another tab holds the lock, or the record is missing, has a successor, or fails `isWanted`.
 * @throws if the database cannot be read and this tab has no backup of the record.
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

/** Notes in the record that this form has taken it over. Does not wait long for a database that hangs. */
async function noteTakeOver(id: string, start: PostRecord | undefined): Promise<void> {
  const noting = applyEvent(id, { kind: 'taken over' }, start);
  await resultWithin(
    readTimeoutMs(),
    orLog('Could not note that a text was taken over; both forms may write it.', noting),
  );
}

/** Begins a record without reading the database. @returns `undefined` if another tab holds the lock of this id. */
export async function holdNewRecord(id: string, author: string | null): Promise<HeldRecord | undefined> {
  const lock = await lockForm(id);
  return lock && { record: newRecord(id, author), isStored: true, lock };
}

/** Returns the stored record, merged with this tab's backup. */
async function readLatest(id: string, start: PostRecord | undefined) {
  const aside = readTabBackup(id);
  const stored = (await readStored(id, aside)) ?? start;
  if (!aside) return { record: stored, isStored: true };
  const record = withFormDraft(stored, aside);
  if (!record) void orLog('Could not store the backup of this tab; it stays there.', saveCopy(copyOf(aside)));
  const isStored = !record || record.rev === stored?.rev;
  // If the post is deleted, the backup stays: its text becomes the draft of the successor.
  if (isStored && record?.successor === undefined) dropTabBackup(id);
  return { record: record ?? stored, isStored };
}

/** Reads the stored record. If this tab has a backup, does not wait long for a database that hangs. */
async function readStored(id: string, aside: FormDraft | undefined): Promise<PostRecord | undefined> {
  if (!aside) return readPostRecord(id);
  try {
    return await withTimeout(readTimeoutMs(), readPostRecord(id));
  } catch (error) {
    console.error('Could not read a text from this device; using the backup in this tab.', error);
    return undefined;
  }
}
