import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';

/**
 * What people wrote lies here: drafts, and posts that wait to be sent. Renaming the database or its store, or changing
 * the shape of a record without reading its old versions, loses their work.
 */
const names = { database: 'storyline', store: 'records' } as const;

let open: UseStore | undefined;

/**
 * Runs the operation, once more on a new connection if the one it had is dead. iOS kills connections in the
 * background, a browser does when its storage is cleared or short, and the first to notice is the next transaction.
 */
async function onStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T> {
  open ??= createStore(names.database, names.store);
  try {
    return await operation(open);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    open = createStore(names.database, names.store);
    return operation(open);
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
