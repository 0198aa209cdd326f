import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { launchChromium, withBackForwardCache } from './support/chromium.ts';
import { cards, heading } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Navigates to robots.txt and back. Returns why the page did not come from the back/forward cache; empty if it did. */
async function leaveAndReturn(page: Page): Promise<string[]> {
  await locksReleased(page);
  // Playwright loses a page that the back/forward cache restores; the DevTools protocol does not.
  const devtools = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => (await devtools.send('Runtime.evaluate', { expression })).result.value;
  const at = (path: string) => expect.poll(() => evaluate('location.pathname')).toBe(path);
  const path = new URL(page.url()).pathname;
  await evaluate(`
    addEventListener('pageshow', ({ persisted }) => { window.persisted = persisted });
    location.href = '/robots.txt'`);
  await at('/robots.txt');
  await evaluate('history.back()');
  await at(path);
  await expect.poll(() => evaluate('document.readyState')).toBe('complete');
  return (await evaluate('window.persisted')) === true ? [] : JSON.parse(await evaluate(notRestoredReasons));
}

/** Script that returns why the browser did not restore the page from the back/forward cache. */
const notRestoredReasons = `JSON.stringify([
  'loaded anew',
  ...(performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons ?? []).map(({ reason }) => reason),
])`;

function noteOpenedDatabases(): void {
  const opened = new Set<string>();
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => opened.add(name));
    return request;
  };
  Object.assign(window, { opened });
}

/**
 * Waits until the page has opened these databases. Call this before `waitUntilCached`, which opens the databases itself.
 */
async function databasesOpened(page: Page, names: string[]): Promise<void> {
  await page.waitForFunction((all) => {
    const opened: Set<string> = Reflect.get(window, 'opened');
    return all.every((name) => opened.has(name));
  }, names);
}

/**
 * Waits until nobody holds or requests a lock. Chromium evicts a page from the back/forward cache if another page or the
 * worker requests a lock that the page holds.
 */
async function locksReleased(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length === 0;
  });
}

test('Back restores a page from the back/forward cache, with and without the worker', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'One', content: 'Text' });
  await using browser = await launchChromium(withBackForwardCache);
  const visits = [
    { path: '/home', call: undefined, opens: [] },
    { path: `/blog/${id}`, call: `/blog/posts/${id}`, opens: ['reading'] },
  ];
  for (const { path, call, opens } of visits) {
    await using context = await browser.newContext();
    await context.addInitScript(noteOpenedDatabases);
    const page = await context.newPage();
    await page.goto(site.origin + path);
    await (call ? heading(page, 'One') : cards(page).first()).waitFor();
    await databasesOpened(page, opens);
    await waitUntilCached(page, site, call);
    expect([path, await leaveAndReturn(page)]).toEqual([path, []]);
    await page.reload();
    // From the second visit on, the app also opens `storyline`, to read the followed authors and topics.
    await databasesOpened(page, [...opens, 'storyline']);
    await waitUntilCached(page, site, call);
    expect([path, await leaveAndReturn(page)]).toEqual([path, []]);
  }
});
