import type { RecordStore } from '../../device/storage/record-database.ts';
import { keepSingles } from './put-lists.ts';
import type { ReadingCall } from './reading-call.ts';
import { changeReading, keys, readDeleted, readReading } from './reading-database.ts';

/** Call numbers, counted over all tabs and the worker. A later call has a higher number, whatever the clock says. */
export interface Calls {
  /** The number that was taken last. */
  last: number;
  /** Taken when the backend confirmed a write. Lists from earlier calls may lack that write, and are stale. */
  lastWrite: number;
  /** Taken at logout: answers of calls with lower numbers are not stored any more. */
  lastLogout: number;
}

const noCalls: Calls = { last: 0, lastWrite: 0, lastLogout: 0 };

export const readCalls = async (store: RecordStore): Promise<Calls> => (await store.get<Calls>(keys.calls)) ?? noCalls;

/** The number of a call, and the number of the last write, logout or delete before it. */
export interface TakenCall {
  call: number;
  lastChange: number;
}

/**
 * Takes a number that is higher than every earlier call's. Take it before making the call: the answer of the later call
 * is newer, even if it arrives first. A call for a stored post makes the post a single.
 */
export const takeCall = (reading: ReadingCall): Promise<TakenCall> =>
  changeReading(async (store) => {
    if (reading.kind === 'post' && (await store.get(keys.post(reading.id)))) await keepSingles(store, [reading.id]);
    const [call, lastChange] = await Promise.all([takeCallIn(store), lastChangeIn(store)]);
    return { call, lastChange };
  });

/** Returns whether a logout followed the call. A logout forgets deletions, so the answer may have deleted posts. */
export const isBeforeLogout = async (store: RecordStore, call: number): Promise<boolean> =>
  call < (await readCalls(store)).lastLogout;

/** Takes a call number within a transaction. If `event` is given, stores the number under that name, too. */
export async function takeCallIn(store: RecordStore, event?: 'lastWrite' | 'lastLogout'): Promise<number> {
  const calls = await readCalls(store);
  const last = calls.last + 1;
  store.put(keys.calls, { ...calls, last, ...(event && { [event]: last }) } satisfies Calls);
  return last;
}

/** Returns whether a write was confirmed, a user logged out, or a post was deleted since this call was made. */
export const hasChangedSince = (call: number): Promise<boolean> =>
  readReading(async (store) => (await lastChangeIn(store)) > call);

async function lastChangeIn(store: RecordStore): Promise<number> {
  const [{ lastWrite, lastLogout }, deleted] = await Promise.all([readCalls(store), readDeleted(store)]);
  return Math.max(lastWrite, lastLogout, ...Object.values(deleted));
}
