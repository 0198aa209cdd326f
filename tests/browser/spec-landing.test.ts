import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';

/** Middles of the floating icons, in CSS pixels. */
function icons(page: Page): Promise<{ x: number; y: number }[]> {
  return main(page)
    .locator('svg')
    .evaluateAll((all) =>
      all.map((icon) => {
        const { left, right, top, bottom } = icon.getBoundingClientRect();
        return { x: (left + right) / 2, y: (top + bottom) / 2 };
      }),
    );
}

async function meanX(page: Page): Promise<number> {
  const all = await icons(page);
  return all.reduce((sum, { x }) => sum + x, 0) / all.length;
}

/** Runs in the page: the icons' mean middle in each frame that is drawn, until it is beyond `end`. */
function placesUntil(end: number): Promise<number[]> {
  const all = [...document.querySelectorAll('main svg')];
  const places: number[] = [];
  return new Promise((resolve) => {
    const note = () => {
      const middles = all.map((icon) => icon.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2);
      const mean = middles.reduce((sum, x) => sum + x, 0) / middles.length;
      places.push(mean);
      if (mean > end) resolve(places);
      else requestAnimationFrame(note);
    };
    note();
  });
}

test('the icons follow the mouse, and smoothly', async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/');
  await page.mouse.move(5, 300);
  await main(page).locator('svg').first().waitFor();
  await page.waitForTimeout(1_000);
  const before = await meanX(page);

  const drawn = page.evaluate(placesUntil, before + 10);
  await page.mouse.move(1_275, 300);
  const onTheWay = await drawn;
  expect(onTheWay.filter((x) => x > before + 1 && x < before + 10).length).toBeGreaterThan(0);
});

test.for([
  { device: 'a reader who wants less motion', options: { reducedMotion: 'reduce' } as const },
  { device: 'a touch screen', options: { hasTouch: true, isMobile: true, viewport: { width: 412, height: 823 } } },
])('the icons are at rest for $device', async ({ options }) => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, options);
  const { page } = tab;
  await tab.goto('/');
  await main(page).locator('svg').first().waitFor();
  const before = await icons(page);
  expect(before.length).toBeGreaterThan(0);

  if (options.hasTouch) await page.touchscreen.tap(300, 500);
  await page.mouse.move(5, 100);
  await page.mouse.move(400, 500, { steps: 5 });
  await page.waitForTimeout(500);
  expect(await icons(page)).toEqual(before);
});
