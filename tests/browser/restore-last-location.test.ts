import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { type InstalledApp, openInstalledApp } from './support/installed-app.ts';
import { isScrollPositionStored } from './support/list-scroll-position.ts';
import { button, heading, isAt } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { waitUntilCached } from './support/worker-ready.ts';

// `npm test` runs only the first test of this file.
const exhaustive = { tags: ['exhaustive'] };

const content = 'A text of some length.\n\n'.repeat(40);

async function publishSome(site: Site): Promise<string[]> {
  const ada = await registerAuthor(site);
  const ids: string[] = [];
  for (let n = 1; n <= 12; n += 1) ids.push(await publish(site, ada, { title: `Post ${n}`, content }));
  return ids;
}

async function openAtPost5(app: InstalledApp, site: Site, ids: string[]): Promise<Page> {
  const page = await app.open('/home');
  await waitUntilCached(page, site);
  await heading(page, 'Post 5').getByRole('link').click();
  await isAt(page, `/blog/${ids[4]}`);
  return page;
}

/** Dispatches `pagehide`, as when the system suspends the app. */
async function putAway(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await page.waitForTimeout(300);
}

/**
 * Waits until the app has scrolled. Asks through DevTools, because Playwright's own calls count as user activation. The
 * app does not restore the scroll position if the reader acted before hydration.
 */
async function hasScrolledByItself(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const isScrolled = async () => (await session.send('Runtime.evaluate', { expression: 'scrollY > 0' })).result.value;
  await expect.poll(isScrolled).toBe(true);
}

test('an installed app reopens at its last screen, from which Back opens the list', async () => {
  await using site = await openOwnSite();
  const ids = await publishSome(site);
  await using app = await openInstalledApp(site);
  let page = await openAtPost5(app, site, ids);
  await putAway(page);
  await app.close();
  await site.stop();

  page = await app.open('/home');
  await heading(page, 'Post 5').waitFor();
  await isAt(page, `/blog/${ids[4]}`);
  await page.goBack();
  await isAt(page, '/home');
  await heading(page, 'Post 12').waitFor();
});

test('a reopened installed app restores the scroll position of a list', exhaustive, async () => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using app = await openInstalledApp(site);
  let page = await app.open('/home');
  await waitUntilCached(page, site);
  await heading(page, 'Post 4').evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = async () => (await heading(page, 'Post 4').boundingBox())?.y ?? 0;
  await expect.poll(() => page.evaluate(isScrollPositionStored)).toBe(true);
  const before = await top();
  await putAway(page);
  await app.close();

  page = await app.open('/home');
  await hasScrolledByItself(page);
  await expect.poll(top).toEqual(expect.closeTo(before, -1));
});

test('only the installed app has a Refresh button, which loads new posts', exhaustive, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'Old' });
  await using app = await openInstalledApp(site);
  const page = await app.open('/home');
  await waitUntilCached(page, site);
  await page.reload();
  await heading(page, 'Old').waitFor();
  await publish(site, ada, { title: 'New' });
  await button(page, 'Refresh').click();
  await heading(page, 'New').waitFor();
  expect(await heading(page, 'New').isVisible()).toBe(true);

  const tab = await page.context().newPage();
  await tab.goto(`${site.origin}/home`);
  await heading(tab, 'New').waitFor();
  expect(await button(tab, 'Refresh').count()).toBe(0);
});
