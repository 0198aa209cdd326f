// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, comeBack, type DeployedSite, openDeployedSite } from './support/deployed-site.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer } from './support/faults.ts';
import { barLink, button, field, fill, heading, listShows } from './support/screen.ts';
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

/** The script that the page began with, whose name is its build's. */
const ownScript = (page: Page) =>
  page.evaluate(() => {
    const module = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
    const [entry] = document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules?.split(' ') ?? [];
    return module ?? new URL(entry ?? '', location.href).href;
  });
const isOnDevice = (page: Page, url: string) =>
  page.evaluate(async (address) => (await caches.match(address)) !== undefined, url);

test('a new version opens in the tab that asks for it, and a tab with a text in it is never reloaded', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site);
  const page = await openServed(tab, site);
  const other = await tab.context.newPage();
  await openForm(other, site);
  await fill(other, { 'Blog Heading': 'Half written', 'Blog Content': 'No word of it' });
  await Promise.all([markDocument(page), markDocument(other)]);
  await deployLater(site, page);
  await offer(other).waitFor();
  expect([await isMarked(page), await isMarked(other)]).toEqual([true, true]);

  await button(page, 'Update').click();
  await expect.poll(() => buildOf(page)).toBe('later');
  await listShows(page, ['A post']);
  expect(await offer(page).count()).toBe(0);

  await field(other, 'Blog Content').pressSequentially(' is lost.');
  await button(other, 'Update').click();
  await other.getByRole('status').filter({ hasText: 'There is text in this tab' }).waitFor();
  expect(await isMarked(other)).toBe(true);
  expect(await field(other, 'Blog Content').inputValue()).toBe('No word of it is lost.');

  await barLink(other, 'Home').click();
  await listShows(other, ['A post']);
  await button(other, 'Update').click();
  await expect.poll(() => buildOf(other)).toBe('later');
  await barLink(other, 'Home').waitFor();
  await openForm(other, site);
  await expect.poll(() => field(other, 'Blog Content').inputValue()).toBe('No word of it is lost.');
});

test(
  'An open tab of the earlier build keeps its chunks, with the server stopped, until it is closed',
  exhaustive,
  async () => {
    await using site = await openDeployedSite();
    await using tab = await openTab(site);
    const page = await openServed(tab, site);
    const old = await tab.context.newPage();
    await old.goto(`${site.origin}/home`);
    await listShows(old, ['A post']);
    await markDocument(old);
    const script = await ownScript(old);
    await deployLater(site, page);
    await button(page, 'Update').click();
    await expect.poll(() => buildOf(page)).toBe('later');
    await listShows(page, ['A post']);

    await site.stop();
    await page.reload();
    await listShows(page, ['A post']);
    await barLink(old, 'Login').click();
    await heading(old, 'Welcome back').waitFor();
    expect([await isMarked(old), await buildOf(old)]).toEqual([true, 'first']);
    expect(await isOnDevice(page, script)).toBe(true);

    await old.close();
    await page.reload();
    await expect.poll(() => isOnDevice(page, script)).toBe(false);
    await barLink(page, 'Login').click();
    await heading(page, 'Welcome back').waitFor();
  },
);

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

test('The app checks for a new version every hour', exhaustive, async () => {
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

test(
  'while a server hangs the new version may have to wait, and does not open when nobody expects it',
  exhaustive,
  async () => {
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
  },
);
