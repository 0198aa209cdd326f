import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './authors.ts';
import { barLink, button, field } from './screen.ts';
import { openOwnSite } from './site.ts';
import { openTab, type Tab } from './tab.ts';

/** In milliseconds, with the processor at a quarter of its speed. */
const most = 50;
/** A busy machine makes anything slow now and then; what the app does slowly it does slowly each time. */
const tries = 3;

/** Listens in every document of the tab for handlers that took long: of events that come one by one, and of moves. */
async function watchHandlers({ context }: Tab): Promise<void> {
  await context.addInitScript(() => {
    const handlers: number[] = [];
    Reflect.set(window, 'handlers', handlers);
    const numberIn = (entry: object, name: string) => Number(Reflect.get(entry, name));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        handlers.push(numberIn(entry, 'processingEnd') - numberIn(entry, 'processingStart'));
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const scripts: object[] = Reflect.get(entry, 'scripts');
        handlers.push(...scripts.map((script) => numberIn(script, 'duration')));
      }
    }).observe({ type: 'long-animation-frame' });
  });
}

/** The longest handler while it is done, in milliseconds; of several tries the best. */
async function longest({ context, page }: Tab, act: () => Promise<void>): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await page.waitForLoadState('networkidle');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const found: number[] = [];
  while (found.length < tries && (found.at(-1) ?? Number.POSITIVE_INFINITY) > most) {
    await page.waitForTimeout(300);
    await page.evaluate(() => Reflect.get(window, 'handlers').splice(0));
    await act();
    await page.waitForTimeout(300);
    found.push(await page.evaluate(() => Math.max(0, ...Reflect.get(window, 'handlers'))));
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return Math.min(...found);
}

async function moveAbout(page: Page): Promise<void> {
  for (let step = 0; step < 60; step++) await page.mouse.move(100 + step * 10, 100 + ((step * 37) % 400));
}

test('moving the mouse, the menu, following a link and typing keep nobody waiting on a slow device', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  for (let number = 1; number <= 20; number++) {
    await publish(site, author, { title: `Post ${number}`, content: 'Words. '.repeat(400) });
  }
  await using tab = await openTab(site, { author });
  await watchHandlers(tab);

  await tab.goto('/');
  await button(tab.page, 'Ada').waitFor();
  expect(await longest(tab, () => moveAbout(tab.page))).toBeLessThanOrEqual(most);

  const openMenu = async () => {
    await button(tab.page, 'Ada').click();
    await tab.page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await tab.page.keyboard.press('Escape');
  };
  expect(await longest(tab, openMenu)).toBeLessThanOrEqual(most);

  const followLinks = async () => {
    await barLink(tab.page, 'Home').click();
    await tab.page.getByRole('link', { name: 'Post 20' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Post 20' }).waitFor();
  };
  expect(await longest(tab, followLinks)).toBeLessThanOrEqual(most);

  await tab.goto('/create');
  await field(tab.page, 'Blog Content').fill('A story that is long already.\n\n'.repeat(200));
  const type = () =>
    field(tab.page, 'Blog Content').pressSequentially('A hundred characters. '.repeat(5).slice(0, 100));
  expect(await longest(tab, type)).toBeLessThanOrEqual(most);
});

test('the icons follow the mouse without a render, moved by what the compositor moves alone', async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site);
  // What React tells its developer tools, in production too.
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
  const [before, place] = [await commits(), await icon.boundingBox()];
  await moveAbout(tab.page);
  const properties = await tab.page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [],
      ),
  );
  await tab.page.waitForTimeout(500);
  expect(await icon.boundingBox()).not.toEqual(place);
  expect(await commits()).toBe(before);
  const timing = ['offset', 'computedOffset', 'easing', 'composite'];
  const moved = new Set(properties.filter((property) => !timing.includes(property)));
  expect(moved.size).toBeGreaterThan(0);
  for (const property of moved) expect(['transform', 'translate', 'rotate', 'scale', 'opacity']).toContain(property);
});
