import type { Page } from 'playwright-core';

/** Leaves a mark in this document: the next one does not have it. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked'));
}

/** Until the marked document has made room for another at the path, and that one has loaded. */
export async function documentLoaded(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (expected) =>
      location.pathname === expected && document.readyState === 'complete' && !Reflect.has(window, 'marked'),
    path,
  );
}

/** Counts the documents that the page loads from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
