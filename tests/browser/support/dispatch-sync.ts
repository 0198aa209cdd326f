import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Wakes the site's worker as the browser does, by an event of Background Sync. */
export async function dispatchSync(page: Page, site: Site, lastChance: boolean): Promise<void> {
  await using worker = await registrationOf(page, site);
  const { session, registrationId } = worker;
  const event = { origin: site.origin, registrationId, tag: 'outbox', lastChance };
  await session.send('ServiceWorker.dispatchSyncEvent', event);
}

/** The same by one of Periodic Background Sync. */
export async function dispatchPeriodicSync(page: Page, site: Site, tag: string): Promise<void> {
  await using worker = await registrationOf(page, site);
  const { session, registrationId } = worker;
  await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin: site.origin, registrationId, tag });
}

async function registrationOf(page: Page, site: Site) {
  const session = await page.context().newCDPSession(page);
  const { promise: found, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(site.origin));
    if (own) resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  return { session, registrationId, [Symbol.asyncDispose]: () => session.detach() };
}
