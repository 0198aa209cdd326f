import { type MemoryCaches, openCaches } from './cache-storage.ts';
import { dumpRecords, openRecords } from './records.ts';

export interface Device extends AsyncDisposable {
  readonly caches: MemoryCaches;
  /** Returns all records of IndexedDB as one string, for searching. */
  records(): Promise<string>;
}

export interface Author {
  token: string;
  userId: string;
}

/** Opens a page's browser storage, with the login of `author` if given. Disposing of it clears the storage. */
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
