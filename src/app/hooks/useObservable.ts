import { useSyncExternalStore } from 'react';
import type { Observable } from '../../device/observable.ts';

/** Reads an observable and renders again when it changes; on the server and in hydration, its initial value. */
export const useObservable = <T>(store: Observable<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial);
