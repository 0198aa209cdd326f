import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Not while a page is rendered on the server, nor while that page comes to life: then the reader is not known yet. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
