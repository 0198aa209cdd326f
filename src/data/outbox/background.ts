import { isOwnBackend } from '../host.ts';
import { syncTags } from '../storage.ts';

/** Not in TypeScript's library, as only Chromium has it. */
type SyncingRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } };

/** Background Sync: with every page closed the worker sends, by the session cookie that only the own backend gives. */
export async function askToGoOn(): Promise<void> {
  if (!isOwnBackend || !('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return;
  const registration = (await navigator.serviceWorker.ready) as SyncingRegistration;
  await registration.sync.register(syncTags.outbox);
}
