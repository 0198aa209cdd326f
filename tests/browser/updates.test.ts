// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, comeBack, type DeployedSite, openDeployedSite } from './support/deployed-site.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer } from './support/faults.ts';
import { button, listShows } from './support/screen.ts';
import type { Site } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Each takes ten seconds or more; the others stand for it in `npm test`. */
const exhaustive = { tags: ['exhaustive'] };

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready.' });

async function openServed(tab: Tab, site: Site): Promise<Page> {
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  return tab.page;
}

async function deployLater(site: DeployedSite, page: Page): Promise<void> {
  await site.deploy(laterClient());
  await comeBack(page);
  await offer(page).waitFor();
}

test('a new version that nobody asks for opens once every tab has been closed', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site);
  const page = await openServed(tab, site);
  await deployLater(site, page);
  await button(page, 'Later').click();
  expect(await offer(page).count()).toBe(0);
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
  await page.reload();
  await offer(page).waitFor();
  expect(await buildOf(page)).toBe('first');
  await page.close();
  await site.stop();
  const next = await tab.context.newPage();
  await next.goto(`${site.origin}/home`);
  await listShows(next, ['A post']);
  expect(await buildOf(next)).toBe('later');
});

test('the app checks for a new version every hour', exhaustive, async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site);
  await tab.page.clock.install();
  const page = await openServed(tab, site);
  await site.deploy(laterClient());
  await page.clock.fastForward('59:00');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await offer(page).count()).toBe(0);
  await page.clock.fastForward('01:00');
  await offer(page).waitFor();
});

test('opens no update unasked when the server stops hanging', exhaustive, async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site);
  const page = await openServed(tab, site);
  await deployLater(site, page);
  const heal = site.misbehave('GET /blog/posts', holdAnswer);
  await page.reload();
  await listShows(page, ['A post']);
  await markDocument(page);
  await button(page, 'Update').click();
  await page.getByText('It cannot open yet').waitFor();
  heal();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await isMarked(page)).toBe(true);
  await button(page, 'Update').click();
  await expect.poll(() => buildOf(page)).toBe('later');
});
