// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { delayWorker } from './support/delay-worker.ts';
import { holdAnswer } from './support/faults.ts';
import { openPictureHost } from './support/picture-host.ts';
import { cards, heading, listShows, main, offlineLine, shows, titles } from './support/screen.ts';
import { openForeignSite, type Site, sites } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { isCached, isControlled, waitUntilCached } from './support/worker-ready.ts';

const posts = [
  { title: 'First', content: 'The first text.' },
  { title: 'Second', content: 'The second text.' },
];

async function publishAll(site: Site): Promise<void> {
  const ada = await registerAuthor(site);
  for (const post of posts) await publish(site, ada, post);
}

/** Waits until the list shows all posts, in any order. */
async function showsAll(page: Page): Promise<void> {
  await expect.poll(async () => (await titles(page)).sort()).toEqual(['First', 'Second']);
}

/** Stops the server, opens the list again, and opens every post in it. Checks that no card says Not on this device. */
async function readsAll(page: Page, site: Site): Promise<void> {
  await site.stop();
  await page.goto(`${site.origin}/home`);
  await showsAll(page);
  await offlineLine(page).waitFor();
  expect(await main(page).locator('.not-here').count()).toBe(0);
  for (const { title, content } of posts) {
    await cards(page).getByRole('link', { name: title }).click();
    await shows(page, content);
    await page.goBack();
    await showsAll(page);
  }
}

test('the worker caches a list that the page requested before the worker took over', async () => {
  const { site, tab } = await openTabOn(openForeignSite);
  await publishAll(site);
  const heal = site.misbehave('GET /blog/posts', holdAnswer);
  await tab.goto('/home');
  await isControlled(tab.page);
  expect(await isCached(tab.page, `${site.api}/blog/posts`)).toBe(false);
  heal();
  await showsAll(tab.page);
  await waitUntilCached(tab.page, site);
  await readsAll(tab.page, site);
});

testFirst(sites)('the app caches a list left before the worker registers ($backend backend)', async ({ open }) => {
  const { site, tab } = await openTabOn(open);
  await publishAll(site);
  const releaseWorker = await delayWorker(tab.context);
  await tab.goto('/home');
  await showsAll(tab.page);
  await cards(tab.page).getByRole('link', { name: 'First' }).click();
  await heading(tab.page, 'First').waitFor();
  await shows(tab.page, 'The first text.');
  await releaseWorker();
  await waitUntilCached(tab.page, site);
  await readsAll(tab.page, site);
});

testFirst(sites)('a list left before the worker registers has cached pictures ($backend backend)', async ({ open }) => {
  await using pictures = await openPictureHost();
  const { site, tab } = await openTabOn(open);
  const imgUrl = `http://127.0.0.1:${pictures.port}/picture.svg`;
  await publish(site, await registerAuthor(site), { title: 'Seen', content: 'The text.', imgUrl });
  const releaseWorker = await delayWorker(tab.context);
  await tab.goto('/home');
  await listShows(tab.page, ['Seen']);
  await expect
    .poll(() =>
      cards(tab.page)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(300);
  await tab.page.waitForFunction(
    () => document.readyState === 'complete' && document.querySelector('#root[data-started]') !== null,
  );
  // After a visit of two seconds, the worker must be able to cache the list and its pictures later.
  await tab.page.waitForTimeout(2_000);
  await tab.goto('/login');
  await releaseWorker();
  await waitUntilCached(tab.page, site);
  await expect.poll(() => isCached(tab.page, imgUrl)).toBe(true);
  await site.stop();
  await tab.goto('/home');
  await listShows(tab.page, ['Seen']);
});
