import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';

export interface RecordFaults extends Disposable {
  /** Returns whether the record fits into the quota. If it does not, its transaction is aborted, as in browsers. */
  hasRoomFor: (record: unknown, key: string) => boolean;
  /** Returns the name of the error that aborts the record's transaction; `undefined` lets the write succeed. */
  failureOf: (record: unknown, key: string) => string | undefined;
  /** Closes all connections. `told` fires the `close` event that the specification demands; `silent` does not (iOS). */
  closeConnections(how: 'told' | 'silent'): void;
  /** Makes these databases hang until disposed of: no later request completes, and nothing is written. */
  hang(databases?: readonly Database[]): Promise<Disposable>;
}

/** The app's databases: `reading` stores fetched posts and lists, `storyline` stores drafts and all other records. */
export type Database = 'storyline' | 'reading';

/** Lets the app create one of its databases, then opens another connection to it. */
async function opened(name: Database): Promise<IDBDatabase> {
  const { readRecord } = await import('../../../src/device/storage/records.ts');
  const { readReading } = await import('../../../src/reading/store/reading-database.ts');
  await (name === 'reading' ? readReading(async (store) => store.keys('')) : readRecord('any'));
  const request = indexedDB.open(name);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Lets a test make IndexedDB fail, until disposed of. */
export function openRecordFaults(): RecordFaults {
  const open = new Set<IDBDatabase>();
  const { put } = IDBObjectStore.prototype;
  const { transaction } = IDBDatabase.prototype;

  IDBObjectStore.prototype.put = function (this: IDBObjectStore, record: unknown, key?: IDBValidKey) {
    const request = put.call(this, record, key);
    const hasRoom = faults.hasRoomFor(record, String(key));
    const abort = hasRoom ? faults.failureOf(record, String(key)) : 'QuotaExceededError';
    if (abort) {
      // Scripts cannot abort a transaction with a reason as browsers do; fake-indexeddb has a private method for it.
      request.addEventListener('success', () => Reflect.get(this.transaction, '_abort').call(this.transaction, abort));
    }
    return request;
  };
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    open.add(this);
    return transaction.apply(this, args);
  };

  const faults: RecordFaults = {
    hasRoomFor: () => true,
    failureOf: () => undefined,
    closeConnections(how) {
      for (const database of open) {
        if (how === 'told') Reflect.apply(forceCloseDatabase, undefined, [database]);
        else database.close();
      }
      open.clear();
    },
    async hang(databases = ['storyline', 'reading']) {
      const hanging = await Promise.all(databases.map(opened));
      let isHanging = true;
      for (const database of hanging) {
        const [name = ''] = database.objectStoreNames;
        const store = transaction.call(database, name, 'readwrite').objectStore(name);
        // A transaction stays open while it has requests, and every later transaction waits for its end.
        const goOn = () => {
          if (isHanging) store.get('').onsuccess = goOn;
        };
        goOn();
      }
      return {
        [Symbol.dispose]() {
          isHanging = false;
          for (const database of hanging) database.close();
        },
      };
    },
    [Symbol.dispose]() {
      IDBObjectStore.prototype.put = put;
      IDBDatabase.prototype.transaction = transaction;
    },
  };
  return faults;
}
