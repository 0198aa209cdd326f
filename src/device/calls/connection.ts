import { createObservable } from '../observable.ts';

/** Set by how requests end: `navigator.onLine` is true in a train without reception and behind a captive portal. */
export type Connection = 'reachable' | 'away';

export const connection = createObservable<Connection>('reachable');

/**
 * When the backend answered what was read last, in milliseconds since the epoch by this device's clock; 0 if that is not
 * known, `undefined` before anything was read. For display only.
 */
export const answeredAt = createObservable<number | undefined>(undefined);
