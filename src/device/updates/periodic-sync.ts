import type { syncTags } from '../storage/storage-names.ts';
import { timeouts } from '../timeouts.ts';

/** A registration with Periodic Background Sync. Only Chromium has it, and TypeScript's DOM library lacks it. */
export type PeriodicRegistration = ServiceWorkerRegistration & {
  periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>;
    unregister(tag: string): Promise<void>;
    getTags(): Promise<string[]>;
  };
};

/**
 * Registers Periodic Background Sync, or unregisters it if `isWanted` is false. Only Chromium has it, and refuses it to
 * an app that is not installed.
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
    console.debug('The browser refuses Periodic Background Sync; the app asks for new posts when opened.', reason);
  }
}
