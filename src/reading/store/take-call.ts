import type { RecordStore } from '../../device/storage/record-database.ts';
import { changeReading, keys, readReading } from './reading-database.ts';

/** Numbers of calls, counted over all tabs and the worker. A later call has a higher one, whatever the clock says. */
export interface Calls {
  /** The number that was taken last. */
  last: number;
  /** Of the last write, logout or delete: the answer of an earlier call may be from before it. */
  lastChange: number;
  /** Taken as the backend confirmed a write: a list of an earlier call may lack it. */
  lastWrite: number;
  /** Taken at logout: an author's own list of an earlier call is not stored any more. */
  lastLogout: number;
}

const noCalls: Calls = { last: 0, lastChange: 0, lastWrite: 0, lastLogout: 0 };

/** An earlier build did not store `lastChange`. */
export const readCalls = async (store: RecordStore): Promise<Calls> => ({
  ...noCalls,
  ...(await store.get<Partial<Calls>>(keys.calls)),
});

/** The number of a call, and that of the last change before it. */
export interface TakenCall {
  call: number;
  lastChange: number;
}

/**
 * Takes a number that is higher than that of every earlier call. Take it before making the call: of two answers, that of
 * the later call is newer, however long either took.
 */
export const takeCall = (): Promise<TakenCall> =>
  changeReading(async (store) => {
    const { last, lastChange } = await takeIn(store);
    return { call: last, lastChange };
  });

/** Takes a number within a transaction, and notes what happened as it was taken. */
export const takeCallIn = async (store: RecordStore, event?: 'lastWrite' | 'lastLogout'): Promise<number> =>
  (await takeIn(store, event)).last;

async function takeIn(store: RecordStore, event?: 'lastWrite' | 'lastLogout'): Promise<Calls> {
  const calls = await readCalls(store);
  const last = calls.last + 1;
  const taken: Calls = { ...calls, last, ...(event && { lastChange: last, [event]: last }) };
  store.put(keys.calls, taken);
  return taken;
}

/** Notes within a transaction that the answer of this call has shown a post to be deleted. */
export async function noteDelete(store: RecordStore, call: number): Promise<void> {
  const calls = await readCalls(store);
  store.put(keys.calls, { ...calls, lastChange: Math.max(calls.lastChange, call) } satisfies Calls);
}

/** Whether a write was confirmed, somebody has logged out, or a post was deleted since this call was made. */
export const hasChangedSince = (call: number): Promise<boolean> =>
  readReading(async (store) => (await readCalls(store)).lastChange > call);
