import { createStore } from './store.ts';

/** Judged by what requests do: `navigator.onLine` is true in a train with no reception and behind a captive portal. */
export type Connection = 'reachable' | 'away';

export const connection = createStore<Connection>('reachable');
