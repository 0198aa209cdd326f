import { promisifyRequest } from 'idb-keyval';
import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';
import { committed, inTransaction } from './records.ts';

/**
 * Runs a change in a transaction that is aborted when the device hangs, as the caller may hold a lock. Once aborted,
 * the change does not happen after it was reported as failed. A change that hangs in its commit may still happen and is
 * waited for: until then the database answers no other tab either.
 *
 * @throws DOMException `TimeoutError` if the device does not answer within `timeouts.deviceTimeoutMs`.
 */
function changeInTime<T>(change: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  return inTransaction('readwrite', async (store) => {
    const changing = change(store);
    const isDone = await resultWithin(
      timeouts.deviceTimeoutMs,
      changing.then(() => true),
    );
    if (!isDone && isAborted(store.transaction)) throw new DOMException('The device does not answer', 'TimeoutError');
    return changing;
  });
}

function isAborted(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch (error) {
    console.error('The commit of a changed record hangs and cannot be aborted; waiting for it.', error);
    return false;
  }
}

/** Reads and replaces a record in one transaction. */
export function changeRecord<T>(key: string, change: (record: T | undefined) => T): Promise<void> {
  return changeInTime(async (store) => {
    store.put(change(await promisifyRequest<T | undefined>(store.get(key))), key);
    await committed(store.transaction);
  });
}

/**
 * Replaces a record by others in one transaction, or leaves it if `by` returns `undefined`.
 *
 * @param alsoRemove keys of other records, which go along with it.
 * @returns whether it existed and has been replaced.
 */
export function replaceRecord<T>(
  key: string,
  by: (record: T) => Record<string, unknown> | undefined,
  alsoRemove: string[] = [],
): Promise<boolean> {
  return changeInTime(async (store) => {
    const record = await promisifyRequest<T | undefined>(store.get(key));
    const put = record === undefined ? undefined : by(record);
    if (put) {
      for (const gone of [key, ...alsoRemove]) store.delete(gone);
      for (const [other, value] of Object.entries(put)) store.put(value, other);
    }
    await committed(store.transaction);
    return put !== undefined;
  });
}
