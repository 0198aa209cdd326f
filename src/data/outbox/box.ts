import { readRecords, replaceRecord, writeRecords } from '../records.ts';
import { withRoom } from '../room.ts';
import { channelNames, recordKeys } from '../storage.ts';
import { createStore } from '../store.ts';
import type { Entry } from './entry.ts';

/** What this page knows of the outbox, oldest first; `followOutbox` keeps it so. */
export const outbox = createStore<readonly Entry[]>([]);

export const entryKey = (id: string) => `${recordKeys.outbox}/${id}`;

export async function readOutbox(): Promise<Entry[]> {
  const entries = await readRecords<Entry>(`${recordKeys.outbox}/`);
  return entries.sort((a, b) => a.confirmedAt - b.confirmedAt || a.id.localeCompare(b.id));
}

/** In one transaction with what else must happen then or not at all. */
export async function putEntry(
  entry: Entry,
  also: { put?: Record<string, unknown>; remove?: string[] } = {},
): Promise<void> {
  await withRoom(() => writeRecords({ ...also, put: { ...also.put, [entryKey(entry.id)]: entry } }));
  tellOfChange();
}

/**
 * Changes the entry as it is at that moment.
 *
 * @returns whether it was still there; one that has gone stays gone.
 */
export async function changeEntry(id: string, change: (entry: Entry) => Entry): Promise<boolean> {
  const isThere = await withRoom(() =>
    replaceRecord<Entry>(entryKey(id), (entry) => ({ [entryKey(id)]: change(entry) })),
  );
  tellOfChange();
  return isThere;
}

/** Once the backend has taken it; with what must be kept in its place, in one transaction. */
export async function removeEntry(id: string, put: Record<string, unknown> = {}): Promise<void> {
  await withRoom(() => writeRecords({ put, remove: [entryKey(id)] }));
  tellOfChange();
}

/**
 * Takes the entry out for its author, unless it is being sent at that moment, and puts other records in its place, in
 * one transaction; with `undefined` in its place it stays.
 *
 * @returns whether it was taken out.
 */
export async function takeOut(
  id: string,
  instead: (entry: Entry) => Record<string, unknown> | undefined,
): Promise<boolean> {
  const isOut = await withRoom(() =>
    replaceRecord<Entry>(entryKey(id), (entry) => (entry.state.name === 'sending' ? undefined : instead(entry))),
  );
  tellOfChange();
  return isOut;
}

/** Reads the outbox now and whenever a tab or the worker has changed it; returns the way to stop. */
export function followOutbox(): () => void {
  const read = async () => {
    try {
      outbox.set(await readOutbox());
    } catch (error) {
      console.error('What waits to be sent could not be read.', error);
    }
  };
  const channel = new BroadcastChannel(channelNames.outbox);
  channel.addEventListener('message', () => void read());
  void read();
  return () => channel.close();
}

/** Also of this page, as it listens on a channel of its own. */
function tellOfChange(): void {
  const channel = new BroadcastChannel(channelNames.outbox);
  channel.postMessage('changed');
  channel.close();
}
