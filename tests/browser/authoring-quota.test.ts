// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { openKillableBrowser } from './support/killable-browser.ts';
import { field, main, navigate } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab } from './support/tab.ts';

const keptLine = (page: Page) => page.locator('.kept-line p').first();

/** Says how many bytes this origin may keep; without a number: as before. */
async function openQuota(page: Page, { origin }: Site): Promise<(quotaSize?: number) => Promise<void>> {
  // The browser forgets what a session has said as soon as the session is over.
  const session = await page.context().newCDPSession(page);
  return async (quotaSize) => {
    await session.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize });
  };
}

/** Copies of images until no other finds room. */
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

test('On a full device cached images are evicted, and the draft is saved', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  // On a real disk: a private window's quota is another.
  await using profile = await openKillableBrowser();
  const { page } = await profile.start();
  await (await openQuota(page, site))(5_000_000);
  // Before anything is written to IndexedDB: Chromium reckons for half a minute with the room there was at its last.
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
  await expect.poll(() => keptLine(page).textContent()).toContain('Draft saved on this device.');
  expect(await imagesIn(page)).toBe(0);
  await page.reload();
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(text);
});

test('a draft is there again after a reload, however quickly, and on the way back from another screen', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await openForm(page, site);
  for (const text of ['once', 'once more', 'and again', 'at last']) {
    await field(page, 'Blog Content').fill(text);
    await page.reload();
    await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(text);
  }
  await field(page, 'Blog Content').fill('left');
  await navigate(page, '/home');
  await navigate(page, '/create');
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('left');
  expect(await main(page).getByText('Drafts').count()).toBe(0);
});
