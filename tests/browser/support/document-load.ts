import type { Page } from 'playwright-core';

/** Marks this document, so that a test can tell it from the next one. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked'));
}

/** Waits until another document has replaced the marked one and has loaded at the path. */
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
