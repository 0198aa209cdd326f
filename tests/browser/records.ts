/** Runs in the page: how many records of the app's have a key that begins so. */
export function countRecords(prefix: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('storyline');
    // The app's own hand makes the database; one made here would lack what the app needs.
    opening.onupgradeneeded = () => {
      opening.transaction?.abort();
      resolve(0);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const counting = database.transaction('records').objectStore('records').count(range);
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
    };
  });
}
