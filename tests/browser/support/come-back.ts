import type { Page } from 'playwright-core';

/** Dispatches `visibilitychange`, as if the reader returned to the tab. A headless browser never hides a tab. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Simulates a return to the tab after this time: hides the page, advances its clock, and shows it again. */
export async function comeBackAfter(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((span) => {
    const set = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const now = Date.now;
    set('hidden');
    Date.now = () => now() + span;
    set('visible');
    Date.now = now;
    Reflect.deleteProperty(document, 'visibilityState');
  }, milliseconds);
}
