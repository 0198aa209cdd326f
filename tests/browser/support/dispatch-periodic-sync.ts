import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Dispatches a `periodicsync` event with this tag to the site's worker. */
export async function dispatchPeriodicSync(page: Page, { origin }: Site, tag: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise: found, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (own) resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag });
  await session.detach();
}
