import type { Context } from './environment.ts';

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves once the transaction has completed, and rejects with the transaction's error if it is aborted. */
export const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Nobody said why', 'AbortError'));
  });

/** Opens a case's database, and returns it with helpers for its only store. */
export async function openDatabase({ indexedDB }: Context, name: string) {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore('records');
  const database = await answered(request);
  const begin = (mode: IDBTransactionMode = 'readonly') => database.transaction('records', mode).objectStore('records');
  const put = async (value: unknown, key: string) => {
    const store = begin('readwrite');
    store.put(value, key);
    await ended(store.transaction);
  };
  const get = (key: string): Promise<unknown> => answered(begin().get(key));
  return { database, begin, put, get };
}
