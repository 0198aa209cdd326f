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

/** How much waits, on the app's icon, where the platform has badges. */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
}
