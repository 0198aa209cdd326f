import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { Site } from './site.ts';

/** Until the worker serves this page and a copy of the call's answer lies on the device. */
export async function kept(page: Page, { api }: Site, path: string = callPaths.posts): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => isKept(page, api + path)).toBe(true);
}

export function isKept(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async (address) => (await caches.match(address)) !== undefined, url);
}
