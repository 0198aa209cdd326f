import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Runs once per device, in the world's turns, as fake-indexeddb schedules its work by `setImmediate`. */
export const databases = { IDBFactory, IDBKeyRange };
