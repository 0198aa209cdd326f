import type { Page } from 'playwright-core';

/** Marks the current document. `isMarked` returns false after the next document load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'marked'));
}

/** Runs `act`, and waits until the page has loaded another document, at this path. */
export async function causesDocumentLoad(page: Page, path: string, act: () => Promise<void>): Promise<void> {
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
