import type { syncTags } from '../storage/storage-names.ts';
import { timeouts } from '../timeouts.ts';

/** Missing from TypeScript's DOM library, as only Chromium has Periodic Background Sync. */
export type PeriodicRegistration = ServiceWorkerRegistration & {
  periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>;
    unregister(tag: string): Promise<void>;
    getTags(): Promise<string[]>;
  };
};

/**
 * Has the browser wake the worker now and then, as long as that is wanted. Chromium does so for an installed app alone,
 * and refuses otherwise; elsewhere there is no such thing.
 */
export async function keepPeriodicSync(
  registration: ServiceWorkerRegistration | undefined,
  tag: (typeof syncTags)['following' | 'newest'],
  isWanted: boolean,
): Promise<void> {
  const { periodicSync } = (registration ?? {}) as Partial<PeriodicRegistration>;
  if (!periodicSync) return;
  try {
    const isRegistered = (await periodicSync.getTags()).includes(tag);
    if (isWanted && !isRegistered) await periodicSync.register(tag, { minInterval: timeouts.periodicLookMs });
    if (!isWanted && isRegistered) await periodicSync.unregister(tag);
  } catch (reason) {
    console.debug('The browser does not look for new posts with the app closed; it is done when it opens.', reason);
  }
}
