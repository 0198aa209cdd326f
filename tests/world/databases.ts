import { globalsAsProperties, noModules } from './browser-globals.ts';
import type { Instantiate } from './bundle.ts';
import type * as IndexedDb from './indexed-db.ts';
import { commonGlobals, Realm } from './realm.ts';
import type { StorageFaults } from './storage-faults.ts';
import type { Turns } from './turns.ts';

/** IndexedDB of one device. Its databases outlive every realm, and each realm has its own connections. */
export function openDatabases(
  device: string,
  turns: Turns,
  program: Instantiate<typeof IndexedDb>,
  faults: StorageFaults,
) {
  const disk = { name: `${device}, databases`, isAlive: true };
  const waiting: (() => void)[] = [];
  const realm = new Realm(disk.name, turns);
  // Each turn runs the callback that has waited longest, as IndexedDB runs the requests of a database in order.
  const setImmediate = (work: () => void) => {
    waiting.push(work);
    turns.soon(disk, 'databases', () => faults.whenItAnswers(() => waiting.shift()?.()));
  };
  const common = commonGlobals(realm, 0, { ahead: 0 });
  const globals = { ...common, setImmediate };
  const {
    databases: { IDBFactory, IDBKeyRange },
  } = program({ ...globals, ...globalsAsProperties(globals) }, noModules);
  const shared = new IDBFactory();
  const open = new Set<IDBDatabase>();
  const all: Map<string, RawDatabase> = Reflect.get(shared, '_databases');
  const deleteAll = () => {
    for (const connection of open) {
      abortAll(connection);
      connection.close();
    }
    open.clear();
    all.clear();
  };
  return {
    IDBKeyRange,
    /** Deletes all databases. Closes all connections and discards their unfinished writes. */
    deleteAll,
    /**
     * Copies all databases. Call this while no transaction is open.
     *
     * @returns a function that restores the present contents
     */
    copy(): () => void {
      const copied = [...all].map(([name, raw]) => {
        const stores = [...raw.rawObjectStores.values()];
        return { name, raw, stores: stores.map(({ records }) => ({ records, copy: [...records.values()] })) };
      });
      return () => {
        deleteAll();
        for (const { name, raw, stores } of copied) {
          all.set(name, raw);
          for (const { records, copy } of stores) {
            records.clear();
            for (const record of copy) records.put(record);
          }
        }
      };
    },
    /** Returns the records of a store; none if there is no such store. */
    recordsOf(database: string, store: string): ReadonlyMap<string, unknown> {
      const records = all.get(database)?.rawObjectStores.get(store)?.records.values() ?? [];
      return new Map([...records].map(({ key, value }) => [key, value]));
    },
    of(owner: Realm) {
      const factory = new IDBFactory();
      for (const part of ['_databases', '_connectionQueues']) Reflect.set(factory, part, Reflect.get(shared, part));
      const connections = new Set<IDBDatabase>();
      owner.onKill(() => {
        for (const connection of connections) {
          abortAll(connection);
          connection.close();
          open.delete(connection);
        }
      });
      return {
        open(...given: Parameters<IDBFactory['open']>) {
          if (!owner.isAlive) return {};
          if (faults.isForbidden) throw faults.forbidden();
          const request = factory.open(...given);
          const opened = () => {
            connections.add(request.result);
            open.add(request.result);
          };
          // Tracks the connection from the upgrade on, so that a killed page leaves no half-created database.
          request.addEventListener('upgradeneeded', opened);
          request.addEventListener('success', () => {
            opened();
            failTransactions(request.result, owner, faults);
            if (!owner.isAlive) request.result.close();
          });
          return request;
        },
      };
    },
  };
}

/** A database of fake-indexeddb. */
interface RawDatabase {
  rawObjectStores: Map<string, { records: RawRecords }>;
}

interface RawRecords {
  values(): Iterable<{ key: string; value: unknown }>;
  clear(): unknown;
  put(record: { key: string; value: unknown }): unknown;
}

function abortAll(connection: IDBDatabase): void {
  const raw: { transactions: { db: unknown; _state: string; _abort(reason: string): void }[] } = Reflect.get(
    connection,
    '_rawDatabase',
  );
  for (const transaction of raw.transactions)
    if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError');
}

/** Aborts each transaction that `faults` makes fail, after its first requests, unless the page or worker has died. */
function failTransactions(connection: IDBDatabase, owner: Realm, faults: StorageFaults): void {
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...given) => {
    const transaction = begin(...given);
    const isWrite = given[1] === 'readwrite';
    const failure = faults.next({ isWrite });
    if (isWrite) faults.writes(owner);
    const abort = () => (transaction as unknown as { _abort(reason: string): void })._abort(failure?.name ?? '');
    if (failure && owner.isAlive) queueMicrotask(abort);
    return transaction;
  };
}
