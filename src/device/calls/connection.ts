import { createObservable } from '../observable.ts';

/**
 * Whether the last request reached the backend. `navigator.onLine` is true without reception and behind a captive portal, too.
 */
export type Connection = 'reachable' | 'away';

export const connection = createObservable<Connection>('reachable');

/**
 * When the backend gave the answer that was read last, in milliseconds since the epoch by this device's clock. 0 if that is not
 * known, `undefined` before anything was read. For display only.
 */
export const answeredAt = createObservable<number | undefined>(undefined);
