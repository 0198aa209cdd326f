// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';

const picture = '/icons/icon-512.png';

/** Holds all requests whose URL matches, until `letThrough` is called. `held` lists their URLs. */
async function hold(page: Page, matching: RegExp) {
  const held: string[] = [];
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(matching, async (route) => {
    held.push(route.request().url());
    await through;
    await route.continue();
  });
  return { held, letThrough };
}

const isStarted = (page: Page) => page.locator('#root[data-started]').count();

const modulesAskedFor = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map(({ startTime }) => startTime),
  );

test("a rendered page loads the app's scripts after its first paint and picture", async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  await publish(site, await registerAuthor(site), { title: 'One', imgUrl: picture });
  const { held, letThrough } = await hold(page, /icon-512\.png$/);
  await tab.goto('/home');
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
  expect(await modulesAskedFor(page)).toEqual([]);
  letThrough();
  await expect.poll(() => isStarted(page)).toBe(1);
  const ready = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime);
    const pictures = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/icon-512.png'));
    return Math.max(...painted, ...pictures.map((entry) => (entry as PerformanceResourceTiming).responseEnd));
  });
  const modules = await modulesAskedFor(page);
  expect(modules.length).toBeGreaterThan(0);
  expect(Math.min(...modules)).toBeGreaterThanOrEqual(ready);
});

test('the app starts even if the first picture never loads', async () => {
  const { site, tab } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  await publish(site, await registerAuthor(site), { title: 'One', imgUrl: picture });
  const { held } = await hold(tab.page, /icon-512\.png$/);
  await tab.goto('/home');
  await expect.poll(() => isStarted(tab.page)).toBe(1);
  expect(held).toHaveLength(1);
});

test('a click before hydration starts the app at once, and the app then applies it', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  await publish(site, await registerAuthor(site), { title: 'One', imgUrl: picture });
  const pictures = await hold(page, /icon-512\.png$/);
  const scripts = await hold(page, /\/assets\/react-.*\.js$/);
  await tab.goto('/home');
  await expect.poll(() => pictures.held.length).toBe(1);
  const onThisDevice = page.getByRole('button', { name: 'On this device' });
  await onThisDevice.click();
  await onThisDevice.click();
  await expect.poll(() => scripts.held.length).toBeGreaterThan(0);
  expect(await onThisDevice.getAttribute('aria-pressed')).toBe('false');
  scripts.letThrough();
  await expect.poll(() => onThisDevice.getAttribute('aria-pressed')).toBe('true');
});

test('the app sends a login that was submitted before hydration, in one call', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  const author = await registerAuthor(site);
  const scripts = await hold(page, /\/assets\/.*\.js$/);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await tab.goto('/login');
  await page.getByLabel('Email').fill(author.email);
  await page.getByLabel('Password').fill(author.password);
  await page.getByLabel('Password').press('Enter');
  await expect.poll(() => scripts.held.length).toBeGreaterThan(0);
  // A form that the browser submits by itself would put its fields into the URL.
  await page.waitForTimeout(300);
  expect(page.url()).toBe(`${site.origin}/login`);
  scripts.letThrough();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/home');
  // The app may also make calls about a passkey.
  expect(posted.filter((path) => path === '/auth/login')).toHaveLength(1);
});

test('the search form works as plain HTML if a script of the app is missing', async () => {
  const { tab, page } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  await page.route(/\/assets\/app-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  const failed = page.waitForEvent('pageerror');
  await tab.goto('/home');
  await failed;
  await page.getByLabel('Search blogs').fill('river');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?q=river');
});
