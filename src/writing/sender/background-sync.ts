import { isOwnBackend } from '../../device/calls/host.ts';
import { syncTags } from '../../device/storage/storage-names.ts';

/** Missing from TypeScript's DOM library, as only Chromium has Background Sync. */
export type SyncingRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } };

/**
 * Registers a Background Sync, so that the worker can send pending texts after all pages are closed. Only for our own
 * backend: the worker authenticates by the session cookie.
 */
export async function requestBackgroundSync(): Promise<void> {
  if (!isOwnBackend || !('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return;
  const registration = (await navigator.serviceWorker.ready) as SyncingRegistration;
  await registration.sync.register(syncTags.outbox);
}
