import { syncTags } from '../storage/storage-names.ts';
import { timeouts } from '../timeouts.ts';
import { findRegistration } from '../worker-client/find-registration.ts';

/** Missing from TypeScript's DOM library, as only Chromium has Periodic Background Sync. */
export type PeriodicRegistration = ServiceWorkerRegistration & {
  periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>;
    unregister(tag: string): Promise<void>;
    getTags(): Promise<string[]>;
  };
};

/**
 * Has the browser wake the worker now and then, as long as somebody is followed. Chromium does so for an installed app
 * alone, and refuses otherwise; elsewhere there is no such thing.
 */
export async function keepPeriodicLooks(isWanted: boolean): Promise<void> {
  const registration = (await findRegistration()) as PeriodicRegistration | undefined;
  if (!registration?.periodicSync) return;
  const { periodicSync } = registration;
  try {
    const isRegistered = (await periodicSync.getTags()).includes(syncTags.following);
    if (isWanted && !isRegistered)
      await periodicSync.register(syncTags.following, { minInterval: timeouts.periodicLookMs });
    if (!isWanted && isRegistered) await periodicSync.unregister(syncTags.following);
  } catch (reason) {
    console.debug('The browser does not look for new posts with the app closed; it is done when it opens.', reason);
  }
}
