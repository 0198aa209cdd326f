import { useSyncExternalStore } from 'react';
import type { Store } from '../../data/store.ts';

/** Reads a store and renders again when it changes; on the server, what the store began with. */
export const useStore = <T>(store: Store<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial);
