import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { lockNames, spans } from './storage.ts';

/**
 * What people wrote lies here: drafts, and posts that wait to be sent. Renaming the database or its store, or changing
 * the shape of a record without reading its old versions, loses their work.
 */
const names = { database: 'storyline', store: 'records' } as const;

let open: Promise<UseStore> | undefined;

const openAttempts = 3;

/**
 * A page that is put aside for the back button while it creates the database stops half-way, and keeps every other page
 * out as long as it lies there (Chromium). One that holds a lock is not put aside; and what does not open in time is
 * asked for again, as a later request is answered where an earlier one hangs.
 *
 * @throws DOMException `TimeoutError` when it does not open at all.
 */
async function connect(): Promise<UseStore> {
  try {
    for (let attempt = 0; attempt < openAttempts; attempt += 1) {
      const use = createStore(names.database, names.store);
      const touch = () => use('readonly', () => true as const);
      const opening = navigator.locks ? navigator.locks.request(lockNames.records, { mode: 'shared' }, touch) : touch();
      if (await Promise.race([opening, tooLong()])) return use;
    }
    throw new DOMException('The database does not open', 'TimeoutError');
  } catch (error) {
    open = undefined;
    throw error;
  }
}

const tooLong = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), spans.opening));

/**
 * Runs the operation, once more on a new connection if the one it had is dead. iOS kills connections in the
 * background, a browser does when its storage is cleared or short, and the first to notice is the next transaction.
 */
async function onStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T> {
  open ??= connect();
  try {
    return await operation(await open);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    open = connect();
    return operation(await open);
  }
}

/** A full device is not a lost connection: the same write would fail again. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name);
}

export const readRecord = <T>(key: string): Promise<T | undefined> => onStore((store) => get<T>(key, store));

/** Every record whose key begins so, in the order of their keys. */
export function readRecords<T>(prefix: string): Promise<T[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return onStore((use) => use('readonly', (store) => promisifyRequest<T[]>(store.getAll(range))));
}

/**
 * Until the device has it. The order to commit goes along at once: a page that is about to go may not live to see its
 * requests answered. A request's failure is its transaction's, which alone knows the reason (no room, say).
 */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));
    transaction.commit();
  });
}

/** Reads and replaces a record in one transaction; `change` sees what is there at that moment. */
export function changeRecord<T>(key: string, change: (record: T | undefined) => T): Promise<void> {
  return onStore((use) =>
    use('readwrite', async (store) => {
      store.put(change(await promisifyRequest<T | undefined>(store.get(key))), key);
      await committed(store.transaction);
    }),
  );
}

/**
 * Replaces a record by others in one transaction, which see it as it is at that moment; `undefined` leaves it.
 *
 * @returns whether it was there and has been replaced.
 */
export function replaceRecord<T>(
  key: string,
  by: (record: T) => Record<string, unknown> | undefined,
): Promise<boolean> {
  return onStore((use) =>
    use('readwrite', async (store) => {
      const record = await promisifyRequest<T | undefined>(store.get(key));
      const put = record === undefined ? undefined : by(record);
      if (put) {
        store.delete(key);
        for (const [other, value] of Object.entries(put)) store.put(value, other);
      }
      await committed(store.transaction);
      return put !== undefined;
    }),
  );
}

/** Puts and removes records in one transaction: all of it happens, or none. */
export function writeRecords({
  put = {},
  remove = [],
}: {
  put?: Record<string, unknown>;
  remove?: string[];
}): Promise<void> {
  return onStore((use) =>
    use('readwrite', (store) => {
      for (const [key, record] of Object.entries(put)) store.put(record, key);
      for (const key of remove) store.delete(key);
      return committed(store.transaction);
    }),
  );
}
