import 'fake-indexeddb/auto';

/** Returns all keys and records of IndexedDB as one string, for searching. */
export async function dumpRecords(): Promise<string> {
  const found: unknown[] = [];
  await eachStore('readonly', async (store) => {
    found.push(...(await done(store.getAllKeys())), ...(await done(store.getAll())));
  });
  return JSON.stringify(found);
}

/** Empties IndexedDB when disposed of. */
export const openRecords = (): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => eachStore('readwrite', (store) => done(store.clear())),
});

async function eachStore(mode: IDBTransactionMode, visit: (store: IDBObjectStore) => Promise<void>): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) await visit(database.transaction(store, mode).objectStore(store));
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
