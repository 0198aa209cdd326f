import type { Page } from 'playwright-core';

/** Dispatches the event of a return to the tab, because a headless browser never leaves a tab. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Puts the app into the background and brings it back, with the clock moved on in between. */
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
