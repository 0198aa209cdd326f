import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { backendHas, isWaiting, openForm, press } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { dispatchSync } from './support/dispatch-sync.ts';
import { internalError } from './support/faults.ts';
import { makePhoto } from './support/photos.ts';
import { field, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';

// Left to `npm run test:all`: Chromium alone has it, and the outbox sends without it.
const exhaustive = { tags: ['exhaustive'] };

/** What the browser has been asked to go on with. */
const tagsIn = (page: Page) =>
  page.evaluate(async () => {
    const registration: object = await navigator.serviceWorker.ready;
    const { sync } = registration as { sync: { getTags(): Promise<string[]> } };
    return sync.getTags();
  });

/** A waiting post without a registered Background Sync, as after the browser has given up. */
async function openGivenUp(site: Site, tab: Tab): Promise<Page> {
  const { page, context } = tab;
  await openForm(page, site);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  site.misbehave('POST /blog/posts', internalError);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    Object.defineProperty(registration, 'sync', { value: { register: async () => undefined } });
  });
  await press(page, 'Given up');
  await isWaiting(page);
  // Of the same origin, and without the app.
  const other = await context.newPage();
  await other.goto(`${site.origin}/robots.txt`);
  await page.close();
  expect(await tagsIn(other)).toEqual([]);
  return other;
}

const triesOf = (site: Site) => site.received.filter(({ method }) => method === 'POST').length;

test('Background Sync is registered again after its last chance, as long as an entry waits', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const page = await openGivenUp(site, tab);
  const tries = triesOf(site);
  await dispatchSync(page, site, false);
  await expect.poll(() => triesOf(site)).toBe(tries + 1);
  expect(await tagsIn(page)).toEqual([]);
  await dispatchSync(page, site, true);
  await expect.poll(() => tagsIn(page)).toEqual(['outbox']);
});

test('With every page closed, Background Sync publishes a post after its pictures', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page, context } = tab;
  await openForm(page, site);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const buffer = await makePhoto(page, { width: 300, height: 200 });
  await main(page).locator('input[type=file]').first().setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await expect.poll(() => field(page, 'Image URL').inputValue()).toContain('/images/');
  const address = await field(page, 'Image URL').inputValue();
  const heal = site.misbehave(`PUT ${address as `/${string}`}`, internalError);
  await press(page, 'Closed');
  await isWaiting(page);
  const other = await context.newPage();
  await other.goto(`${site.origin}/robots.txt`);
  await page.close();
  heal();
  const before = site.received.length;
  await dispatchSync(other, site, false);
  await backendHas(site, author, ['Closed']);
  const calls = site.received.slice(before).filter(({ method }) => method !== 'GET');
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([`PUT ${address}`, 'POST /blog/posts']);
  expect(calls.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

test('A page that is opened registers Background Sync for entries that still wait', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const page = await openGivenUp(site, tab);
  await page.goto(`${site.origin}/home`);
  await expect.poll(() => tagsIn(page)).toEqual(['outbox']);
});
