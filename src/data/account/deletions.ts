import { changeRecord, replaceRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { timeouts } from '../timeouts.ts';

/**
 * What this device knows of an account that was to be deleted from here; `at` in milliseconds since the epoch. `asked`:
 * the answer may have been lost. `gone`: it is deleted on the server, and not all of it removed from this device. `done`:
 * all of it is, and a tab that still held its drafts may save them again.
 */
interface Deletion {
  kind: 'asked' | 'gone' | 'done';
  at: number;
}

/** By the id of the account. */
type Deletions = Record<string, Deletion>;

/** Not in `storage-names.ts`, which is part of the script that every page loads first. */
const key = 'account-deletions';

/** After this time an account that is gone has been deleted in another way than by the call that was asked here. */
const doubtMs = 24 * 60 * 60 * 1000;

const isOver = ({ kind, at }: Deletion, now: number): boolean =>
  Math.abs(now - at) > (kind === 'asked' ? doubtMs : timeouts.deletedDraftRetentionMs);

export async function readDeletions(now = Date.now()): Promise<Deletions> {
  const known = (await readRecord<Deletions>(key)) ?? {};
  return Object.fromEntries(Object.entries(known).filter(([, deletion]) => !isOver(deletion, now)));
}

/** @param kind `undefined`: the backend has refused, and nothing is in doubt. */
export function noteDeletion(userId: string, kind: Deletion['kind'] | undefined, now = Date.now()): Promise<void> {
  return changeRecord<Deletions>(key, (known = {}) => {
    const others = Object.entries(known).filter(([id, deletion]) => id !== userId && !isOver(deletion, now));
    return { ...Object.fromEntries(others), ...(kind && { [userId]: { kind, at: now } }) };
  });
}

/**
 * To be called when a login was granted: the account is there, by a backup of the server. A deletion that was only asked
 * for may still be on its way.
 */
export async function withdrawDeletion(userId: string): Promise<void> {
  await replaceRecord<Deletions>(key, ({ [userId]: own, ...others }) =>
    own === undefined || own.kind === 'asked' ? undefined : { [key]: others },
  );
}

/** Whether the account was deleted from this device: `gone` or `done`. A device that cannot be read says no. */
export async function isAccountDeleted(userId: string): Promise<boolean> {
  try {
    const kind = (await readDeletions())[userId]?.kind;
    return kind === 'gone' || kind === 'done';
  } catch (error) {
    console.error('Could not read which accounts were deleted here; taking this one for a living one.', error);
    return false;
  }
}
