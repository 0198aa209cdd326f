import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** fake-indexeddb, one instance for each device. It calls `setImmediate`, so each callback runs in a world's turn. */
export const databases = { IDBFactory, IDBKeyRange };
