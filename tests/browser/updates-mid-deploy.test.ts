// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { laterClient } from './support/builds.ts';
import { comeBack } from './support/come-back.ts';
import { buildOf } from './support/deployed-site.ts';
import { type FallbackHost, filesOf, openFallbackHost } from './support/fallback-host.ts';
import { captivePortal } from './support/faults.ts';
import { barLink, heading, listShows } from './support/screen.ts';
import { openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { openServed } from './support/worker-ready.ts';

// Only `npm run test:all` runs a whole deploy, which takes 45 seconds. The tests below cover its steps.
const exhaustive = { tags: ['exhaustive'] };

const portal = { type: 'text/html', body: captivePortal.kind === 'answer' ? captivePortal.body : '' };

/** Returns the type and the first characters of each file in the precache, by path. */
const precached = (page: Page) =>
  page.evaluate(async () => {
    const files: Record<string, string> = {};
    for (const name of (await caches.keys()).filter((key) => key.includes('precache'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const path = new URL(request.url).pathname;
        files[path] = `${response?.headers.get('Content-Type')} ${(await response?.text())?.slice(0, 9)}`;
      }
    }
    return files;
  });

const wrongFiles = async (page: Page) =>
  Object.entries(await precached(page))
    .filter(([path, file]) => /text\/html|<!doctype/i.test(file) !== path.endsWith('.html'))
    .map(([path]) => path);

/** Checks for a new worker. If an installation begins, waits until it succeeds or fails. */
async function updateTried(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const installing = registration.installing;
    if (!installing) return;
    await new Promise<void>((resolve) => {
      const look = () => installing.state !== 'installing' && resolve();
      installing.addEventListener('statechange', look);
      look();
    });
  });
}

const hasWaiting = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Returns the path of the build's entry script. */
function entryOf(build: string): string {
  const path = filesOf(build).find((name) => /^\/assets\/index-[^/]*\.js$/.test(name));
  if (path === undefined) throw new Error('The build has no entry script');
  return path;
}

const isScript = (path: string) => path.startsWith('/assets/') && path.endsWith('.js');

test('the browser installs an update only after the deploy has uploaded every file', exhaustive, async () => {
  const { site: host, tab } = await openTabOn(openFallbackHost);
  const page = await openServed(tab, host);
  const later = laterClient();
  const steps: ((path: string) => boolean)[] = [
    (path) => path === '/worker.js',
    (path) => path === '/index.html',
    (path) => !isScript(path),
    (path) => isScript(path) && !path.includes('/sign-in-'),
  ];
  for (const isPart of steps) {
    host.upload(later, isPart);
    await updateTried(page);
    expect([await hasWaiting(page), await wrongFiles(page)]).toEqual([false, []]);
  }
  await page.reload();
  await listShows(page, ['A post']);
  expect(await buildOf(page)).toBe('first');
  await barLink(page, 'Login').click();
  await heading(page, 'Welcome back').waitFor();

  const fetchedBefore = Object.keys(await precached(page)).filter(isScript);
  expect(fetchedBefore.some((path) => host.requested.includes(path) && filesOf(later).includes(path))).toBe(true);
  host.upload(later);
  host.requested.length = 0;
  await updateTried(page);
  await expect.poll(() => hasWaiting(page)).toBe(true);
  expect(await wrongFiles(page)).toEqual([]);
  expect(host.requested.filter((path) => fetchedBefore.includes(path))).toEqual([]);
  await comeBack(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => buildOf(page)).toBe('later');
  await host.stop();
  await page.reload();
  await heading(page, 'Welcome back').waitFor();
  expect(await buildOf(page)).toBe('later');
});

testFirst([
  ['the page of the earlier build', (host: FallbackHost) => ['/index.html', host.files.get('/index.html')] as const],
  ['the page of a captive portal', () => ['/index.html', portal] as const],
  [
    'half a script, still being uploaded',
    (_: FallbackHost, later: string, host: FallbackHost) => {
      const path = entryOf(later);
      host.upload(later, (name) => name === path);
      const { body = '' } = host.files.get(path) ?? {};
      return [path, { type: 'text/javascript', body: body.slice(0, body.length / 2) }] as const;
    },
  ],
  [
    'a redirect of a script to the page',
    (_: FallbackHost, later: string) => {
      return [entryOf(later), { type: 'text/html', status: 302, location: '/home', body: '' }] as const;
    },
  ],
] as const)('no update is installed while the host sends %s', async ([, wrong]) => {
  const { site: host, tab } = await openTabOn(openFallbackHost);
  const page = await openServed(tab, host);
  const later = laterClient();
  const [path, file] = wrong(host, later, host);
  host.upload(later);
  if (!file) throw new Error(`The host has no ${path}`);
  host.files.set(path, file);
  await updateTried(page);
  expect(await hasWaiting(page)).toBe(false);
  await host.stop();
  await page.reload();
  await listShows(page, ['A post']);
  expect(await buildOf(page)).toBe('first');

  await host.start();
  host.upload(later);
  await updateTried(page);
  await expect.poll(() => hasWaiting(page)).toBe(true);
});

testFirst(['/icons/icon.svg', '/index.html'])('a first visit with a wrong %s installs no worker', async (path) => {
  const { site: host, tab, page } = await openTabOn(openFallbackHost);
  const right = host.files.get(path);
  host.files.set(path, portal);
  // Loads the page while the host sends the wrong file.
  await tab.goto('/login');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/worker.js');
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise<void>((resolve) => {
      const look = () => worker?.state !== 'installing' && resolve();
      worker?.addEventListener('statechange', look);
      look();
    });
  });
  const isActive = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active != null);
  expect(await isActive()).toBe(false);
  if (!right) throw new Error(`The build has no ${path}`);
  host.files.set(path, right);
  await tab.goto('/login');
  await expect.poll(isActive).toBe(true);
  await host.stop();
  await page.reload();
  await heading(page, 'Welcome back').waitFor();
});

test('the app loads its files from the network if the cache has HTML in their place', async () => {
  const { site: host, tab } = await openTabOn(openFallbackHost);
  const page = await openServed(tab, host);
  await poison(page, (path) => path.endsWith('.js') || path.endsWith('.css') || path.endsWith('.html'));
  expect((await wrongFiles(page)).length).toBeGreaterThan(3);
  await page.reload();
  await listShows(page, ['A post']);
  await barLink(page, 'Login').click();
  await heading(page, 'Welcome back').waitFor();
  await host.stop();
  await page.reload();
  await heading(page, 'Welcome back').waitFor();
});

/** Replaces cached files with an HTML page, which some hosts send in place of a missing file. */
const poison = async (page: Page, isPoisoned: (path: string) => boolean) => {
  const paths = Object.keys(await precached(page)).filter(isPoisoned);
  await page.evaluate(async (poisoned) => {
    for (const name of (await caches.keys()).filter((key) => key.includes('precache'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!poisoned.includes(new URL(request.url).pathname)) continue;
        const headers = { 'Content-Type': 'text/html' };
        await cache.put(request, new Response('<!doctype html><title>Another page</title>', { headers }));
      }
    }
  }, paths);
};
