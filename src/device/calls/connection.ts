import { createObservable } from '../observable.ts';

/** Whether the last request reached the backend. `navigator.onLine` is true even behind a captive portal. */
export type Connection = 'reachable' | 'away';

export const connection = createObservable<Connection>('reachable');

/**
 * When the backend gave the answer that this page read last, in milliseconds since the epoch by this device's clock; 0
 * if that is unknown, `undefined` before the first answer. For display only.
 */
export const answeredAt = createObservable<number | undefined>(undefined);
