/** Returns whether no worker answers the calls of this page. */
export const isUncontrolled = (): boolean => !navigator.serviceWorker?.controller;

/**
 * Returns whether this page answers its own calls for lists and posts with the worker's code and database, because no
 * worker controls it yet. The posts of a first visit can then be read offline later, even if the tab is closed at once.
 */
export const readsInPage = (): boolean =>
  'serviceWorker' in navigator &&
  isUncontrolled() &&
  import.meta.env.MODE !== 'development' &&
  import.meta.env.VITE_WORKER !== 'off';
