/** Whether no worker answers the calls of this page. */
export const isUncontrolled = (): boolean => !navigator.serviceWorker?.controller;

/**
 * Whether this page answers its own calls for lists and posts as the worker does, into the same database, as the worker does
 * not control it yet: what a first visit shows can be read without a network, even if the tab is closed at once.
 */
export const readsInPage = (): boolean =>
  'serviceWorker' in navigator &&
  isUncontrolled() &&
  import.meta.env.MODE !== 'development' &&
  import.meta.env.VITE_WORKER !== 'off';
