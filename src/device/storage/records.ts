import { recordDatabase } from './record-database.ts';
import { lockNames } from './storage-names.ts';

/** This database holds what people wrote. Renaming it or its store loses their work. */
export const inTransaction = recordDatabase('storyline', lockNames.records);

/** Reads a record. Never settles if the device hangs: a caller that cannot wait sets a timeout. */
export const readRecord = <T>(key: string): Promise<T | undefined> =>
  inTransaction('readonly', (store) => store.get<T>(key));

/** Reads records as `RecordStore.getAll` does. Never settles if the device hangs. */
export const readRecords = <T>(prefix: string): Promise<T[]> =>
  inTransaction('readonly', (store) => store.getAll<T>(prefix));

type Writes = { put?: Record<string, unknown>; remove?: string[] };

/**
 * Puts and removes records in one transaction. It is committed at once and cannot be aborted then: if the device hangs,
 * the promise never settles.
 */
export const writeRecords = ({ put = {}, remove = [] }: Writes): Promise<void> =>
  inTransaction('readwrite', (store) => {
    for (const [key, record] of Object.entries(put)) store.put(key, record);
    for (const key of remove) store.remove(key);
    return store.commit();
  });
