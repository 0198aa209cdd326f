import { connection } from '../../device/calls/connection.ts';
import { createObservable } from '../../device/observable.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { OfflineIds } from '../store/on-this-device.ts';
import { tellWorker } from './tell-worker.ts';

/** Whether a post can be read offline: for good (`pinned`), until it is evicted (`cached`), or not. */
export type Availability = 'pinned' | 'cached' | 'none';

export interface OfflineAvailability {
  of(id: string): Availability;
}

/** Which posts can be read offline; `undefined` without a worker, before it has told, or if it cannot tell. */
export const offlineAvailability = createObservable<OfflineAvailability | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls `refreshAvailability` after a short delay, because many posts may be cached or removed in a row. */
export function refreshAvailabilitySoon(): void {
  clearTimeout(timer);
  timer = setTimeout(refreshAvailability, timeouts.availabilityDebounceMs);
}

/** Refreshes soon, and whenever the connection or the visibility changes: browsers clear caches without a notice. */
export function followAvailability(): void {
  refreshAvailabilitySoon();
  connection.subscribe(refreshAvailabilitySoon);
  document.addEventListener('visibilitychange', refreshAvailabilitySoon);
}

/** Asks the worker to tell all pages which posts are offline. If the worker is killed, the next refresh asks again. */
export function refreshAvailability(): void {
  if (!tellWorker({ type: 'which posts' })) offlineAvailability.set(undefined);
}

export function availabilityOf(ids: OfflineIds): OfflineAvailability {
  const [pinned, cached] = [new Set(ids.kept), new Set(ids.passing)];
  return { of: (id) => (pinned.has(id) ? 'pinned' : cached.has(id) ? 'cached' : 'none') };
}
