import { recordDatabase } from './record-database.ts';
import { lockNames } from './storage-names.ts';

/** Runs work in a transaction of the database with authors' texts. Renaming the database or its store loses them. */
export const inTransaction = recordDatabase('storyline', lockNames.records);

/** Reads a record. Never settles if the database hangs: use a timeout if the caller cannot wait. */
export const readRecord = <T>(key: string): Promise<T | undefined> =>
  inTransaction('readonly', (store) => store.get<T>(key));

/** Reads records as `RecordStore.getAll` does. Never settles if the database hangs. */
export const readRecords = <T>(prefix: string): Promise<T[]> =>
  inTransaction('readonly', (store) => store.getAll<T>(prefix));

type Writes = { put?: Record<string, unknown>; remove?: string[] };

/**
 * Puts and removes records in one transaction, which is committed at once and cannot be aborted then. Never settles if
 * the database hangs.
 */
export const writeRecords = ({ put = {}, remove = [] }: Writes): Promise<void> =>
  inTransaction('readwrite', (store) => {
    for (const [key, record] of Object.entries(put)) store.put(key, record);
    for (const key of remove) store.remove(key);
    return store.commit();
  });
