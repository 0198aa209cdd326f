import type { Page } from 'playwright-core';

/** Returns all entries of local storage. */
export function storageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Returns the contents of Cache Storage (URLs, headers, bodies), IndexedDB and session storage as strings. */
export function storedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    const kept = Object.values({ ...sessionStorage });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        kept.push(`${request.url} ${JSON.stringify([...(response?.headers ?? [])])} ${await response?.text()}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        kept.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      }
      database.close();
    }
    return kept;
  });
}
