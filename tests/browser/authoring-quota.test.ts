// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftIsSaved, formHolds, openForm } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { openInstalledApp } from './support/installed-app.ts';
import { field } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';

/**
 * Limits the storage quota of the origin. Leaves the DevTools session open, because the limit ends with the session.
 */
async function limitStorage(page: Page, { origin }: Site, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

/** Fills the cache of images until the quota is reached. */
const fillWithImages = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('images');
    for (let size = 500_000, count = 0; size > 1_000; count += 1) {
      try {
        await cache.put(`/image-${count}`, new Response(new Uint8Array(size)));
      } catch {
        size /= 2;
      }
    }
  });

const imagesIn = (page: Page) =>
  page.evaluate(async () => ((await caches.has('images')) ? (await (await caches.open('images')).keys()).length : 0));

test('the app evicts cached images to save a draft on a full device', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  // Needs a profile on disk, because the quota of a private window differs.
  await using app = await openInstalledApp(site);
  const page = await app.open('/robots.txt');
  await limitStorage(page, site, 5_000_000);
  // For half a minute after a write to IndexedDB, Chromium does not measure the free space again. So the test fills the
  // cache before the first write.
  await page.goto(`${site.origin}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await fillWithImages(page);
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/login`);
  await other.evaluate(async () => Reflect.set(window, 'heldOpen', await caches.open('images')));
  await page.evaluate(({ token, userId }) => Object.assign(localStorage, { token, userId }), author);
  await openForm(page, site);
  expect(await imagesIn(page)).toBeGreaterThan(0);
  const text = 'All the words. '.repeat(10_000);
  await field(page, 'Blog Content').fill(text);
  await draftIsSaved(page);
  expect(await imagesIn(page)).toBe(0);
  await page.reload();
  await formHolds(page, text);
});
