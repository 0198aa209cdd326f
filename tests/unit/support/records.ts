import { clear, entries } from 'idb-keyval';
import 'fake-indexeddb/auto';

/** Everything that lies in IndexedDB, as one text to search. */
export const dumpRecords = async (): Promise<string> => JSON.stringify(await entries());

/** IndexedDB, empty again when disposed of. */
export const openRecords = (): AsyncDisposable => ({ [Symbol.asyncDispose]: () => clear() });
