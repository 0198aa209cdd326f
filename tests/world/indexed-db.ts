import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** fake-indexeddb. Each device has an instance, whose callbacks run in turns: databases.ts replaces `setImmediate`. */
export const databases = { IDBFactory, IDBKeyRange };
