interface Wanted {
  /** Prefix of the records' keys. */
  prefix: string;
  /** The property that a record must have to be counted. */
  having?: 'draft' | 'pending';
  /** Prefix of the keys of backups. A backup and its record have the same id, and are counted once. */
  beside?: string;
}

/** Selects all drafts, including discarded drafts, and the backups of drafts that forms have stored. */
export const draft = { prefix: 'post-record/', having: 'draft', beside: 'post-backup/' } satisfies Wanted;
export const submission = { prefix: 'post-record/', having: 'pending' } satisfies Wanted;

/**
 * Runs in the page. Counts the app's records of this kind. Rejects if the database does not open within five seconds,
 * so that `expect.poll` calls it again.
 */
export function countRecords({ prefix, having, beside }: Wanted): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database has not opened in five seconds.')), 5_000);
    const opening = indexedDB.open('storyline');
    // Only the app may create the database: a database created here would lack the object store of the app.
    opening.onupgradeneeded = () => {
      opening.transaction?.abort();
      resolve(0);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const store = database.transaction('records').objectStore('records');
      const range = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`);
      const [keys, values] = [store.getAllKeys(range(prefix)), store.getAll(range(prefix))];
      const others = store.getAllKeys(beside === undefined ? '' : range(beside));
      others.onerror = () => reject(others.error);
      others.onsuccess = () => {
        database.close();
        const found = keys.result.filter((_, at) => !having || values.result[at][having]);
        const ids = [...found, ...others.result].map((key) => String(key).split('/')[1]);
        resolve(new Set(ids).size);
      };
    };
  });
}

/** Runs in the page. Returns the records of the database `reading` whose keys begin with `prefix`, by key. */
export function readingRecords(prefix: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database has not opened in five seconds.')), 5_000);
    const opening = indexedDB.open('reading');
    opening.onupgradeneeded = () => {
      opening.transaction?.abort();
      resolve({});
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const records = database.transaction('records').objectStore('records');
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, all] = [records.getAllKeys(range), records.getAll(range)];
      all.onerror = () => reject(all.error);
      all.onsuccess = () => {
        database.close();
        resolve(Object.fromEntries(keys.result.map((key, index) => [String(key), all.result[index]])));
      };
    };
  });
}

/** Returns the key of the post or list at this URL in the database `reading`. */
export function readingKey(url: string): string {
  const [, id] = /\/blog\/posts\/([^/?]+)$/.exec(url) ?? [];
  return id === undefined ? `list/${url}` : `post/${decodeURIComponent(id)}`;
}

/** Runs in the page. Removes everything cached for reading except pinned posts and their pictures. */
export async function loseUnpinned(): Promise<void> {
  for (const name of ['images', 'opaque-images', 'pages']) await caches.delete(name);
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('reading');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction('records', 'readwrite');
      const records = transaction.objectStore('records');
      const reading = records.getAllKeys();
      reading.onsuccess = () => {
        const keys = reading.result.map(String);
        const pinned = keys.filter((key) => key.startsWith('pin/')).flatMap((key) => [key, key.replace('pin', 'post')]);
        for (const key of keys) if (!['calls', ...pinned].includes(key)) records.delete(key);
      };
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
}
