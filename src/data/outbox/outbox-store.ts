import { announce, hearChannel } from '../channel.ts';
import { replaceRecord } from '../storage/record-changes.ts';
import { readRecords, writeRecords } from '../storage/records.ts';
import { channelNames, outboxPrefix } from '../storage/storage-names.ts';
import { withEviction } from '../storage/with-eviction.ts';
import { timeouts } from '../timeouts.ts';
import { outboxEntries } from './outbox-entries.ts';
import type { OutboxEntry } from './outbox-entry.ts';

export const entryKey = (id: string) => outboxPrefix + id;

/** Oldest first. In one transaction: a post that has arrived already becomes an edit, and must not be missed. */
export async function readOutbox(): Promise<OutboxEntry[]> {
  const entries = await readRecords<OutboxEntry>(outboxPrefix);
  return entries.sort((a, b) => a.confirmedAt - b.confirmedAt || a.id.localeCompare(b.id));
}

/** Stores the entry, in one transaction with the other writes. */
export async function putEntry(
  entry: OutboxEntry,
  also: { put?: Record<string, unknown>; remove?: string[] } = {},
): Promise<void> {
  await withEviction(() => writeRecords({ ...also, put: { ...also.put, [entryKey(entry.id)]: entry } }));
  announceChange();
}

/**
 * Changes the stored entry in one transaction.
 *
 * @param change returns the new entry, or `undefined` to leave it as it is.
 * @returns whether it was changed; an entry that no longer exists is not created.
 */
export async function changeEntry(
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<boolean> {
  const isChanged = await withEviction(() =>
    replaceRecord<OutboxEntry>(entryKey(id), (entry) => {
      const changed = change(entry);
      return changed && { [entryKey(id)]: changed };
    }),
  );
  announceChange();
  return isChanged;
}

/**
 * Puts an entry in another's place, under its own key.
 *
 * @param by returns the new entry for the other as it is stored now, or `undefined` to leave it.
 * @param also is done in the same transaction.
 * @returns whether it was replaced.
 */
export async function replaceEntry(
  id: string,
  by: (entry: OutboxEntry) => OutboxEntry | undefined,
  also: { put?: Record<string, unknown>; remove?: string[] } = {},
): Promise<boolean> {
  const isReplaced = await withEviction(() =>
    replaceRecord<OutboxEntry>(
      entryKey(id),
      (entry) => {
        const next = by(entry);
        return next && { ...also.put, [entryKey(next.id)]: next };
      },
      also.remove,
    ),
  );
  announceChange();
  return isReplaced;
}

/**
 * Removes an entry that the backend has taken.
 *
 * @param instead returns records to store in its place, in the same transaction, or `undefined` to leave the entry.
 */
export async function removeEntry(
  id: string,
  instead: (entry: OutboxEntry) => Record<string, unknown> | undefined = () => ({}),
): Promise<void> {
  await withEviction(() => replaceRecord(entryKey(id), instead));
  announceChange();
}

/**
 * Takes the entry out of the outbox for its author, unless it is being sent at that moment.
 *
 * @param instead returns records to store in its place, in the same transaction, or `undefined` to leave the entry.
 * @returns whether it was taken out.
 */
export async function withdrawEntry(
  id: string,
  instead: (entry: OutboxEntry) => Record<string, unknown> | undefined,
): Promise<boolean> {
  const isOut = await withEviction(() =>
    replaceRecord<OutboxEntry>(entryKey(id), (entry) => (entry.state.name === 'sending' ? undefined : instead(entry))),
  );
  announceChange();
  return isOut;
}

/**
 * Reads the outbox now and whenever a tab or the worker has changed it, and again where it could not be read; returns a
 * function that stops it.
 */
export function followOutbox(): () => void {
  let isFollowing = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const read = async () => {
    try {
      outboxEntries.set(await readOutbox());
    } catch (error) {
      console.error('Could not read the outbox; showing it as last read.', error);
      clearTimeout(retry);
      if (isFollowing) retry = setTimeout(read, timeouts.maxRetryMs);
    }
  };
  const stop = hearChannel(channelNames.outbox, () => void read());
  void read();
  return () => {
    isFollowing = false;
    clearTimeout(retry);
    stop();
  };
}

export const announceChange = (): void => announce(channelNames.outbox, 'changed');
