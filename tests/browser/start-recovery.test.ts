import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { draftsIn, entriesIn, isWaiting, openForm, press } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { laterClient } from './support/builds.ts';
import { buildOf } from './support/deployed-site.ts';
import { countLoads, isMarked, markDocument } from './support/document-load.ts';
import { type FallbackHost, openFallbackHost } from './support/fallback-host.ts';
import { resetConnection } from './support/faults.ts';
import { barLink, field, fill, heading, listShows } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openAuthorTabOn, openTabOn, type Tab, type TabOptions } from './support/tab.ts';

/** Only `npm run test:all` runs these tests, because each waits until a page stops trying to load. */
const exhaustive = { tags: ['exhaustive'] };

/** Timeout in milliseconds, longer than every pause in these tests. */
const patience = 30_000;

const words = (page: Page) => page.getByRole('alert').filter({ hasText: 'did not start' });
const tryAgain = (page: Page) => words(page).getByRole('link', { name: 'Try again' });

const saysSo = (page: Page) => words(page).waitFor({ timeout: patience });

async function starts(page: Page, titles: string[]): Promise<void> {
  await expect.poll(() => page.locator('#root[data-started]').count(), { timeout: patience }).toBe(1);
  await listShows(page, titles);
  await expect.poll(() => words(page).count(), { timeout: patience }).toBe(0);
}

const firstVisit: TabOptions = { serviceWorkers: 'block' };

/** Removes files from the host, which then sends index.html in their place. Returns a function that restores them. */
function withdraw(host: FallbackHost, isGone: (path: string) => boolean): () => void {
  const gone = [...host.files].filter(([path]) => isGone(path));
  for (const [path] of gone) host.files.delete(path);
  return () => {
    for (const [path, file] of gone) host.files.set(path, file);
  };
}

const isAppScript = (path: string) => path.startsWith('/assets/') && path.endsWith('.js');

/** Replaces the code of the entry script. */
const breakEntry = (host: FallbackHost, body: string) => {
  for (const [path, file] of host.files) {
    if (/^\/assets\/index-.*\.js$/.test(path)) host.files.set(path, { ...file, body });
  }
};

test.for([
  ['the entry script is missing', (path: string) => path.startsWith('/assets/index-') && path.endsWith('.js')],
  ['an imported script is missing', (path: string) => path.startsWith('/assets/react-')],
  ['the styles are missing', (path: string) => path.startsWith('/assets/index-') && path.endsWith('.css')],
] as const)(
  "if %s, a static host's page says that it did not start, and recovers later",
  exhaustive,
  async ([, isGone]) => {
    const { site: host, tab, page } = await openTabOn(openFallbackHost, firstVisit);
    await publish(host, await registerAuthor(host), { title: 'A post' });
    const heal = withdraw(host, isGone);
    await tab.goto('/home');
    await saysSo(page);
    // The browser's HTTP cache now has index.html in place of the file, for a year.
    const loads = countLoads(page);
    await page.waitForTimeout(4_000);
    expect(loads()).toBe(0);
    heal();
    await starts(page, ['A post']);
    await expect.poll(loads).toBe(1);
  },
);

test('a page whose script throws stops reloading; Try again opens the next build', exhaustive, async () => {
  const { site: host, page } = await openTabOn(openFallbackHost, firstVisit);
  await publish(host, await registerAuthor(host), { title: 'A post' });
  breakEntry(host, 'throw new Error("This browser lacks something")');
  await page.clock.install();
  await page.goto(`${host.origin}/home`, { waitUntil: 'load' });
  const loads = countLoads(page);
  const passTenMinutes = async () => {
    for (let tens = 0; tens < 60; tens += 1) {
      await page.clock.fastForward('00:10');
      await page.waitForTimeout(100);
    }
  };
  await passTenMinutes();
  await saysSo(page);
  const opened = loads();
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThanOrEqual(8);
  await passTenMinutes();
  expect(loads()).toBe(opened);
  host.upload(laterClient());
  await tryAgain(page).click();
  await starts(page, ['A post']);
  expect(await buildOf(page)).toBe('later');
});

test('a page of our own backend stays readable without its script, and recovers', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, firstVisit);
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await tab.goto('/home');
  await listShows(page, ['A post']);
  await saysSo(page);
  await listShows(page, ['A post']);
  await page.unrouteAll();
  await starts(page, ['A post']);
});

test('a page that failed to start does not reload by itself while it has typed text', exhaustive, async () => {
  const { tab, page } = await openTabOn(openOwnSite, firstVisit);
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await tab.goto('/login');
  await fill(page, { Email: 'ada@example.com' });
  await saysSo(page);
  await markDocument(page);
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForTimeout(6_000);
  expect([await isMarked(page), await field(page, 'Email').inputValue()]).toEqual([true, 'ada@example.com']);
  await fill(page, { Email: '' });
  await expect.poll(() => page.locator('#root[data-started]').count(), { timeout: patience }).toBe(1);
});

test('a page that failed to start recovers once the network is back', exhaustive, async () => {
  const { site: host, tab, page } = await openTabOn(openFallbackHost, firstVisit);
  await publish(host, await registerAuthor(host), { title: 'A post' });
  withdraw(host, isAppScript);
  await tab.goto('/home');
  await saysSo(page);
  await tab.context.setOffline(true);
  host.upload(inject('ownClient'));
  await page.waitForTimeout(3_000);
  expect(await words(page).isVisible()).toBe(true);
  await tab.context.setOffline(false);
  await starts(page, ['A post']);
});

test('a page that recovers from a failed start still has its drafts and pending posts', async () => {
  const { site: host, tab, page } = await openAuthorTabOn(openFallbackHost);
  await tab.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const heal = host.misbehave('POST /blog/posts', resetConnection);
  await openForm(page, host);
  await press(page, 'Waits');
  await isWaiting(page);
  await fill(page, { 'Blog Content': 'Half written.' });
  await expect.poll(() => draftsIn(page)).toBe(1);

  await forgetScripts(tab);
  const putBack = withdraw(host, isAppScript);
  await tab.goto('/create');
  await saysSo(page);
  putBack();
  await expect.poll(() => field(page, 'Blog Content').inputValue(), { timeout: patience }).toBe('Half written.');
  expect(await entriesIn(page)).toBe(1);
  heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => entriesIn(page), { timeout: scaled(40_000) }).toBe(0);
});

test('a screen with a missing chunk says so, and opens once the host has the chunk', exhaustive, async () => {
  const { site: host, tab, page } = await openTabOn(openFallbackHost, firstVisit);
  await publish(host, await registerAuthor(host), { title: 'A post' });
  const heal = withdraw(host, (path) => path.startsWith('/assets/sign-in-'));
  await tab.goto('/login');
  await heading(page, 'This page did not open').waitFor({ timeout: patience });
  expect(await words(page).count()).toBe(0);
  const loads = countLoads(page);
  await page.waitForTimeout(6_000);
  expect(loads()).toBeLessThanOrEqual(1);
  heal();
  await heading(page, 'Welcome back').waitFor({ timeout: patience });
  await barLink(page, 'Home').waitFor();
});

/** Removes the app's scripts from the caches of worker and browser, as a browser does when storage is short. */
async function forgetScripts({ page, context }: Tab): Promise<void> {
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((key) => key.includes('precache')) ?? '');
    for (const request of await cache.keys()) {
      if (request.url.endsWith('.js')) await cache.delete(request, { ignoreVary: true });
    }
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}
