import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { createObservable } from '../observable.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';

/** Reads and writes records within one transaction. */
export interface RecordStore {
  get<T>(key: string): Promise<T | undefined>;
  /** Returns every record whose key begins with `prefix`, in the order of their keys. */
  getAll<T>(prefix: string): Promise<T[]>;
  keys(prefix: string): Promise<string[]>;
  put(key: string, record: unknown): void;
  remove(key: string): void;
  /**
   * Commits at once, because a closing page may end before its requests finish. Resolves when everything is stored.
   * Rejects with the transaction's error: only that error tells the reason (such as the quota).
   */
  commit(): Promise<void>;
  /** @throws DOMException `InvalidStateError` once the transaction is being committed. */
  abort(): void;
}

export type Transact = <T>(mode: IDBTransactionMode, work: (store: RecordStore) => Promise<T>) => Promise<T>;

/** Whether the browser forbids IndexedDB, so that all records are in this page's memory and are lost with it. */
export const isMemoryOnly = createObservable(false);

/** Number of attempts to open a database before opening it fails with a `TimeoutError`. */
const openAttempts = timeouts.databaseTimeoutMs / timeouts.databaseOpenTimeoutMs;

/**
 * Returns a function that runs `work` in a transaction of this database. If the connection is dead, it runs `work` once
 * more on a new connection. Connections die on iOS in the background, and in any browser when storage is cleared or
 * full; only the next transaction notices.
 *
 * @param lock the lock under which pages open the database.
 */
export function recordDatabase(database: string, lock: string): Transact {
  let open: Promise<Transact> | undefined;
  /** Whether the database has opened before. If so, a failure rejects: memory would hide the stored records. */
  let hasOpened = false;

  const connect = async (): Promise<Transact> => {
    try {
      const transact = await openDatabase(database, lock);
      hasOpened = true;
      return transact;
    } catch (error) {
      open = undefined;
      if (hasOpened || !isForbidden(error)) throw error;
      console.info('IndexedDB is forbidden; records last as long as this page.', error);
      isMemoryOnly.set(true);
      open = Promise.resolve(inMemory());
      return open;
    }
  };
  return async (mode, work) => {
    const attempt = async () => {
      open ??= connect();
      return (await open)(mode, work);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      open = undefined;
      return attempt();
    }
  };
}

/**
 * Opens the database under a Web Lock. A page that enters the back/forward cache while it creates the database blocks
 * every other page as long as it stays in that cache (Chromium); see `evictCreators`. A database that does not open in
 * time is opened again: a second request may succeed while the first hangs.
 *
 * @throws DOMException `TimeoutError` if it does not open at all.
 */
async function openDatabase(database: string, lock: string): Promise<Transact> {
  for (let attempt = 0; attempt < openAttempts; attempt += 1) {
    const use = createStore(database, 'records');
    evictCreators(lock);
    const touch = () => use('readonly', () => true as const);
    const opening = navigator.locks ? navigator.locks.request(lock, { mode: 'shared' }, touch) : touch();
    if (await resultWithin(timeouts.databaseOpenTimeoutMs, opening)) return inDatabase(use);
  }
  throw new DOMException('The database does not open', 'TimeoutError');
}

/**
 * Returns whether the browser forbids this site IndexedDB, so that nothing can have been stored. Returns `false`
 * for a full device, a database that hangs and a lost connection. Without Web Locks, Chromium reports `UnknownError`
 * for this and for other failures; then local storage decides. Only pages fall back to memory: a worker's memory lasts
 * seconds.
 */
function isForbidden(error: unknown): boolean {
  if (!('document' in globalThis)) return false;
  if (!('indexedDB' in globalThis)) return true;
  const { name } = Object(error) as { name?: unknown };
  return name === 'SecurityError' || (name === 'UnknownError' && !isLocalStorageAllowed());
}

/** Returns whether the browser allows local storage. A worker's types declare no `localStorage`. */
export function isLocalStorageAllowed(): boolean {
  try {
    return Boolean(Reflect.get(globalThis, 'localStorage'));
  } catch (error) {
    console.info('Could not read local storage (forbidden).', error);
    return false;
  }
}

const inDatabase =
  (use: UseStore): Transact =>
  (mode, work) =>
    use(mode, (store) => {
      const { transaction } = store;
      const range = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const working = work({
        get: (key) => promisifyRequest(store.get(key)),
        getAll: (prefix) => promisifyRequest(store.getAll(range(prefix))),
        keys: async (prefix) => (await promisifyRequest(store.getAllKeys(range(prefix)))).map(String),
        put: (key, record) => void store.put(record, key),
        remove: (key) => void store.delete(key),
        commit: () =>
          new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve();
            transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));
            transaction.commit();
          }),
        abort: () => transaction.abort(),
      });
      // If a request fails because its transaction was aborted, only the transaction's error tells the reason.
      return working.catch((error: unknown) => {
        throw transaction.error ?? error;
      });
    });

function inMemory(): Transact {
  const records = new Map<string, unknown>();
  const inTurn = createSerialQueue();
  const keys = (prefix: string) => [...records.keys()].filter((key) => key.startsWith(prefix)).sort();
  const read = <T>(key: string) => structuredClone(records.get(key)) as T;
  const store: RecordStore = {
    get: async (key) => read(key),
    getAll: async <T>(prefix: string) => keys(prefix).map((key) => read<T>(key)),
    keys: async (prefix) => keys(prefix),
    put: (key, record) => void records.set(key, structuredClone(record)),
    remove: (key) => void records.delete(key),
    commit: async () => undefined,
    abort: () => undefined,
  };
  return (_, work) => inTurn(() => work(store));
}

/**
 * Asks for the lock that every page holds while it opens the database. Chromium (seen in 156) then removes a page that
 * holds the lock from the back/forward cache. Earlier versions kept pages with locks out of that cache.
 */
function evictCreators(lock: string): void {
  const signal = AbortSignal.timeout(timeouts.databaseLockTimeoutMs);
  navigator.locks
    ?.request(lock, { signal }, () => undefined)
    .catch((reason) => {
      console.debug('Another page is still opening the database; opening it all the same.', reason);
    });
}

/** Returns whether the connection is dead. Not after `QuotaExceededError`: the same write would fail again. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name);
}
