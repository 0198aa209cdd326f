import 'fake-indexeddb/auto';
import forceCloseDatabase from 'fake-indexeddb/lib/forceCloseDatabase';
import { stopIfKilled } from './tabs.ts';

export interface RecordFaults extends Disposable {
  /** Whether the device has room for the record; a transaction with one it has none for is aborted, as in browsers. */
  hasRoomFor: (record: unknown, key: string) => boolean;
  /** `told`: with the event the specification asks for. `silent`: without, as iOS does. */
  closeConnections(how: 'told' | 'silent'): void;
}

/** What goes wrong with IndexedDB, until disposed of. */
export function openRecordFaults(): RecordFaults {
  const open = new Set<IDBDatabase>();
  const { put } = IDBObjectStore.prototype;
  const { transaction } = IDBDatabase.prototype;

  IDBObjectStore.prototype.put = function (this: IDBObjectStore, record: unknown, key?: IDBValidKey) {
    const request = put.call(this, record, key);
    // Only a browser can abort a transaction with a reason; fake-indexeddb's own way is its private one.
    if (!faults.hasRoomFor(record, String(key)))
      Reflect.get(this.transaction, '_abort').call(this.transaction, 'QuotaExceededError');
    return request;
  };
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    stopIfKilled();
    open.add(this);
    return transaction.apply(this, args);
  };

  const faults: RecordFaults = {
    hasRoomFor: () => true,
    closeConnections(how) {
      for (const database of open) {
        if (how === 'told') forceCloseDatabase(database);
        else database.close();
      }
      open.clear();
    },
    [Symbol.dispose]() {
      IDBObjectStore.prototype.put = put;
      IDBDatabase.prototype.transaction = transaction;
    },
  };
  return faults;
}
