import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';

/** Returns the centres of the floating icons, in CSS pixels. */
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

async function moveAbout(page: Page): Promise<void> {
  for (let step = 0; step < 60; step++) await page.mouse.move(100 + step * 10, 100 + ((step * 37) % 400));
}

async function expectStill(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await icons(page);
  expect(before.length).toBeGreaterThan(0);
  await act();
  await page.mouse.move(5, 100);
  await page.mouse.move(400, 500, { steps: 5 });
  await page.waitForTimeout(500);
  expect(await icons(page)).toEqual(before);
}

test('the landing icons follow the mouse in the compositor, without a React render', async () => {
  const { tab } = await openTabOn(openOwnSite);
  // Counts React's commits through the hook of its developer tools, which also works in production.
  await tab.context.addInitScript(() => {
    Reflect.set(window, 'commits', 0);
    Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => Reflect.set(window, 'commits', Reflect.get(window, 'commits') + 1),
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    });
  });
  const commits = () => tab.page.evaluate(() => Number(Reflect.get(window, 'commits')));
  const icon = tab.page.locator('.floating-icon').first();
  await tab.goto('/');
  await expect.poll(commits).toBeGreaterThan(0);
  await tab.page.waitForLoadState('networkidle');
  await tab.page.mouse.move(5, 5);
  await tab.page.waitForTimeout(500);
  const [before, place] = [await commits(), (await icon.boundingBox())?.x];
  await moveAbout(tab.page);
  const properties = await tab.page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [],
      ),
  );
  await tab.page.waitForTimeout(500);
  expect((await icon.boundingBox())?.x).toBeGreaterThan(place ?? Number.NaN);
  expect(await commits()).toBe(before);
  const timing = ['offset', 'computedOffset', 'easing', 'composite'];
  const moved = new Set(properties.filter((property) => !timing.includes(property)));
  expect(moved.size).toBeGreaterThan(0);
  for (const property of moved) expect(['transform', 'translate', 'rotate', 'scale', 'opacity']).toContain(property);

  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  await expectStill(tab.page, () => moveAbout(tab.page));
});

test('the landing icons stand still on a touch screen', async () => {
  const { tab, page } = await openTabOn(openOwnSite, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 412, height: 823 },
  });
  await tab.goto('/');
  await main(page).locator('svg').first().waitFor();
  await expectStill(page, () => page.touchscreen.tap(300, 500));
});
