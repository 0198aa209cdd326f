import { createObservable } from '../observable.ts';

/** Set by how requests end: `navigator.onLine` is true in a train without reception and behind a captive portal. */
export type Connection = 'reachable' | 'away';

export const connection = createObservable<Connection>('reachable');
