import { useSyncExternalStore } from 'react';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';

/** Returns whether a post can be read without a network; `undefined` as long as that is not known. */
export const useAvailability = (id: string) =>
  useSyncExternalStore(
    offlineAvailability.subscribe,
    () => offlineAvailability.get()?.of(id),
    () => undefined,
  );
