import { useSyncExternalStore } from 'react';
import type { Observable } from '../../device/observable.ts';

/** Returns an observable's value, and rerenders when it changes. The server and hydration get the initial value. */
export const useObservable = <T>(store: Observable<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial);
