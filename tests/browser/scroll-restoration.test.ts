import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { publishMany, registerAuthor } from './support/authors.ts';
import { comeBackAfter } from './support/come-back.ts';
import { json } from './support/faults.ts';
import { isScrollPositionStored } from './support/list-scroll-position.ts';
import { appHasStarted, barLink, button, cards, heading } from './support/screen.ts';
import { holdScripts } from './support/scripts.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { openTab, openTabOn, type Tab } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

/** Returns how far the card's title is below the window's top, in CSS pixels; NaN if there is no such card. */
const topOfCard = async (page: Page, title: string) =>
  Math.round((await heading(page, title).boundingBox())?.y ?? Number.NaN);

async function scrollTo(page: Page, title: string): Promise<number> {
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 1_500);
        return heading(page, title).count();
      },
      { interval: 100 },
    )
    .toBe(1);
  await heading(page, title).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(() => page.evaluate(isScrollPositionStored)).toBe(true);
  return topOfCard(page, title);
}

const near = (place: number) => expect.closeTo(place, -1);

test('Back restores the scroll position of the list, also without a server', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  await publishMany(site, await registerAuthor(site), 70);
  await openList(tab, site);
  await page.reload();
  await cards(page).first().waitFor();
  const place = await scrollTo(page, 'Post 15');
  await heading(page, 'Post 15').getByRole('link').click();
  // Waits until the post is at its top, because the list also contains the post's words.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => topOfCard(page, 'Post 15')).toEqual(near(place));

  await site.stop();
  await heading(page, 'Post 15').getByRole('link').click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => topOfCard(page, 'Post 15')).toEqual(near(place));

  // Waits for the call first. `evaluate` counts as a gesture of the reader, and the app restores no position after a
  // gesture.
  const asked = page.waitForRequest(`**${callPaths.posts}`);
  await page.reload();
  await asked;
  await expect.poll(() => topOfCard(page, 'Post 15')).toEqual(near(place));

  // A click on a link, unlike Back or a reload, opens the list at its top.
  await heading(page, 'Post 15').getByRole('link').click();
  await heading(page, 'Post 15').waitFor();
  await barLink(page, 'Home').click();
  await cards(page).first().waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('before hydration, a scroll prevents scroll restoration, and a click takes effect', async () => {
  await using site = await openOwnSite();
  await publishMany(site, await registerAuthor(site), 20);
  /** Opens a list with a stored scroll position at its last post, and starts the app only after `begin`. */
  const startAfter = async (tab: Tab, begin: () => Promise<void>) => {
    const release = await holdScripts(tab);
    await tab.goto('/home');
    await cards(tab.page).last().waitFor();
    await tab.page.evaluate(() => {
      const post = [...document.querySelectorAll<HTMLElement>('[data-post]')].at(-1)?.dataset.post;
      history.replaceState({ place: { pages: 1, shown: 20, post, offset: 100 } }, '');
    });
    await begin();
    await release();
    await appHasStarted(tab.page);
  };

  await using scrolled = await openTab(site);
  await startAfter(scrolled, async () => {
    await scrolled.page.mouse.move(200, 400);
    await scrolled.page.mouse.wheel(0, 150);
    await expect.poll(() => scrolled.page.evaluate(() => scrollY)).toBe(150);
  });
  expect.soft(await scrolled.page.evaluate(() => scrollY)).toBe(150);

  await using pressed = await openTab(site);
  await startAfter(pressed, async () => {
    await button(pressed.page, 'On this device').hover();
    await pressed.page.mouse.down();
  });
  await pressed.page.mouse.up();
  await pressed.page.getByRole('button', { name: 'On this device', pressed: true }).waitFor({ timeout: 5_000 });
});

const listed = (...names: string[]) =>
  json(names.map((name) => ({ _id: name, title: name, content: 'Text', createdAt: '2026-01-01' })));
const old = Array.from({ length: 20 }, (_, n) => `old ${n}`);

test('a scrolled list shows new posts only after a click on New posts', async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  site.misbehave('GET /blog/posts', listed(...old));
  const newPosts = page.getByRole('button', { name: 'New posts' });
  await openList(tab, site);
  const place = await scrollTo(page, 'old 12');
  site.misbehave('GET /blog/posts', listed('new 1', 'new 2', ...old));
  await comeBackAfter(page, 5 * 60_000);
  await newPosts.waitFor();
  expect(await topOfCard(page, 'old 12')).toEqual(near(place));
  expect(await heading(page, 'new 1').count()).toBe(0);

  await newPosts.click();
  await heading(page, 'new 1').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await newPosts.count()).toBe(0);
});
