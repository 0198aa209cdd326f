import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, when nothing is known about the reader yet; true from then on. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
