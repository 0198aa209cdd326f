interface Wanted {
  /** What their keys begin with. */
  prefix: string;
  /** What they have. */
  having?: 'draft' | 'pending';
  /** What the keys begin with of what counts as theirs, too, by the id that comes next. */
  beside?: string;
}

/**
 * A draft, also a discarded one, and a submission that the backend has not confirmed. What a form has saved lies beside its
 * record until the record changes.
 */
export const draft = { prefix: 'post-record/', having: 'draft', beside: 'post-backup/' } satisfies Wanted;
export const submission = { prefix: 'post-record/', having: 'pending' } satisfies Wanted;

/**
 * Runs in the page: how many such records of the app's there are. A database that does not open is an error after five
 * seconds, so that a test that polls goes on polling, and is not held up until its own timeout.
 */
export function countRecords({ prefix, having, beside }: Wanted): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database has not opened in five seconds.')), 5_000);
    const opening = indexedDB.open('storyline');
    // The app creates the database; one created here would lack its object store.
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

/** Runs in the page: what is stored for reading under keys that begin with `prefix`, by its keys. */
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

/** The key of the record that a list whose first page is at this URL, or a post, is stored under. */
export function readingKey(url: string): string {
  const [, id] = /\/blog\/posts\/([^/?]+)$/.exec(url) ?? [];
  return id === undefined ? `list/${url}` : `post/${decodeURIComponent(id)}`;
}

/** Runs in the page: removes what is read but for what is pinned, as a device does that has no room for what people write. */
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
