import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';

export interface RecordFaults extends Disposable {
  /** Whether the device has room for the record; a transaction with one it has none for is aborted, as in browsers. */
  hasRoomFor: (record: unknown, key: string) => boolean;
  /** The name of the error with which a write fails, if it does. */
  failureOf: (record: unknown, key: string) => string | undefined;
  /** `told`: with the event that the specification demands. `silent`: without, as iOS does. */
  closeConnections(how: 'told' | 'silent'): void;
  /** The next write's transaction is aborted for this reason. */
  abortNext(reason: string): void;
  /** Lets no later request to these databases be answered, nor anything be written there, until disposed of. */
  hang(databases?: readonly Database[]): Promise<Disposable>;
}

/** The app's databases: what people wrote, and what they read. */
export type Database = 'storyline' | 'reading';

/** One of the app's databases, over a connection of its own. */
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

/** What goes wrong with IndexedDB, until disposed of. */
export function openRecordFaults(): RecordFaults {
  const open = new Set<IDBDatabase>();
  const { put } = IDBObjectStore.prototype;
  const { transaction } = IDBDatabase.prototype;
  let toAbort: string | undefined;

  IDBObjectStore.prototype.put = function (this: IDBObjectStore, record: unknown, key?: IDBValidKey) {
    const request = put.call(this, record, key);
    const hasRoom = faults.hasRoomFor(record, String(key));
    const abort = hasRoom ? (toAbort ?? faults.failureOf(record, String(key))) : 'QuotaExceededError';
    toAbort = undefined;
    if (abort) {
      // Only a browser can abort a transaction with a reason; fake-indexeddb's own way is a private one.
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
    abortNext(reason) {
      toAbort = reason;
    },
    async hang(databases = ['storyline', 'reading']) {
      const hanging = await Promise.all(databases.map(opened));
      let isHanging = true;
      for (const database of hanging) {
        const [name = ''] = database.objectStoreNames;
        const store = transaction.call(database, name, 'readwrite').objectStore(name);
        // A transaction with requests left is not over, and every later one waits for it.
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
