import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPaths } from '../../../src/contract/paths.ts';
import type { Site } from './site.ts';

/** Waits until the worker serves this page and has cached the call's answer. */
export async function waitUntilCached(page: Page, { api }: Site, path: string = callPaths.posts): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => isCached(page, api + path)).toBe(true);
}

export function isCached(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async (address) => (await caches.match(address)) !== undefined, url);
}
