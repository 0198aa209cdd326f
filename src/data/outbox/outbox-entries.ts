import { createObservable } from '../observable.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The outbox as last read by this page, oldest entry first; `followOutbox` keeps it up to date. */
export const outboxEntries = createObservable<readonly OutboxEntry[]>([]);
