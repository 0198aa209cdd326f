import type { Page } from 'playwright-core';

/** Marks this document, so that a test can tell it from the next one. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked'));
}

/** Does `act`, and waits until it has made the page load another document, at the path. */
export async function loadsAnew(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await markDocument(page);
  await act();
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
