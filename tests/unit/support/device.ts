import { type MemoryCaches, openCaches } from './cache-storage.ts';
import { dumpRecords, openRecords } from './records.ts';

export interface Device extends AsyncDisposable {
  readonly caches: MemoryCaches;
  /** Returns all records of IndexedDB as one string to search. */
  records(): Promise<string>;
}

export interface Author {
  token: string;
  userId: string;
}

/** Installs a page's browser storage, empty except for the login of `author`. Disposing of it empties it. */
export function openDevice(author?: Partial<Author>): Device {
  const caches = openCaches();
  const records = openRecords();
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(author ?? {})) localStorage.setItem(key, value);
  return {
    caches,
    records: dumpRecords,
    async [Symbol.asyncDispose]() {
      localStorage.clear();
      sessionStorage.clear();
      caches[Symbol.dispose]();
      await records[Symbol.asyncDispose]();
    },
  };
}
