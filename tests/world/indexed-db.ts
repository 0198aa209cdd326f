import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** fake-indexeddb, of which each device has an instance. It schedules by `setImmediate`, so its work takes turns. */
export const databases = { IDBFactory, IDBKeyRange };
