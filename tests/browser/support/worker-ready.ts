import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPaths } from '../../../src/contract/paths.ts';
import { publish, registerAuthor } from './authors.ts';
import { readingKey, readingRecords } from './records.ts';
import type { Site } from './site.ts';
import type { Tab } from './tab.ts';

/** Waits until the worker controls this page. */
export async function isControlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Waits until the worker controls this page and has cached the response of the call. */
export async function waitUntilCached(page: Page, { api }: Site, path: string = callPaths.posts): Promise<void> {
  await isControlled(page);
  await expect.poll(() => isCached(page, api + path)).toBe(true);
}

/** Opens the list, and waits until the worker controls the page and has cached the list. */
export async function openList(tab: Tab, site: Site): Promise<void> {
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
}

/** Publishes a post by Ada, opens the list, and returns the page once the worker has cached the list. */
export async function openServed(tab: Tab, site: Site): Promise<Page> {
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await openList(tab, site);
  return tab.page;
}

/** Returns whether Cache Storage or IndexedDB has the list, post, image or page at this URL. */
export async function isCached(page: Page, url: string): Promise<boolean> {
  if (await page.evaluate(async (address) => (await caches.match(address)) !== undefined, url)) return true;
  return readingKey(url) in (await page.evaluate(readingRecords, readingKey(url)));
}
