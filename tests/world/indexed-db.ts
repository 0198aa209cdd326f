import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Runs once for each device, in the world's turns: fake-indexeddb schedules its work by `setImmediate`. */
export const databases = { IDBFactory, IDBKeyRange };
