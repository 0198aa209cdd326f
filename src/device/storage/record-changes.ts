import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';
import type { RecordStore, Transact } from './record-database.ts';
import { inTransaction } from './records.ts';

/**
 * Runs a change in a transaction. Aborts it if the database hangs, because the caller may hold a lock, and the change
 * must not take effect after it was reported as failed. A commit cannot be aborted: if it hangs, waits for it.
 *
 * @throws DOMException `TimeoutError` if the change takes longer than `timeoutMs`.
 */
export function changeInTime<T>(
  change: (store: RecordStore) => Promise<T>,
  {
    transact = inTransaction,
    timeoutMs = timeouts.databaseTimeoutMs,
  }: { transact?: Transact; timeoutMs?: number } = {},
): Promise<T> {
  return transact('readwrite', async (store) => {
    const changing = change(store);
    const changed = changing.then(() => true);
    const isDone = await resultWithin(timeoutMs, changed);
    if (!isDone && isAborted(store)) throw new DOMException('The device does not answer', 'TimeoutError');
    return changing;
  });
}

function isAborted(store: RecordStore): boolean {
  try {
    store.abort();
    return true;
  } catch (error) {
    console.error('The commit of a changed record hangs and cannot be aborted; waiting for it.', error);
    return false;
  }
}

/** Reads and replaces a record in one transaction. */
export const changeRecord = <T>(key: string, change: (record: T | undefined) => T): Promise<void> =>
  changeInTime(async (store) => {
    store.put(key, change(await store.get<T>(key)));
    await store.commit();
  });

/** Removes a record and stores the records that `by` makes of it, in one transaction. @returns whether it existed. */
export const replaceRecord = <T>(key: string, by: (record: T) => Record<string, unknown>): Promise<boolean> =>
  changeInTime(async (store) => {
    const record = await store.get<T>(key);
    if (record !== undefined) {
      store.remove(key);
      for (const [other, value] of Object.entries(by(record))) store.put(other, value);
    }
    await store.commit();
    return record !== undefined;
  });
