import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPaths } from '../../../src/contract/paths.ts';
import { readingKey, readingRecords } from './records.ts';
import type { Site } from './site.ts';

/** Waits until the worker serves this page and has cached the call's answer. */
export async function waitUntilCached(page: Page, { api }: Site, path: string = callPaths.posts): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => isCached(page, api + path)).toBe(true);
}

/** Whether the device has the list, the post, the image or the page at this URL. */
export async function isCached(page: Page, url: string): Promise<boolean> {
  if (await page.evaluate(async (address) => (await caches.match(address)) !== undefined, url)) return true;
  return readingKey(url) in (await page.evaluate(readingRecords, readingKey(url)));
}
