import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { comeBackAfter } from './support/come-back.ts';
import { internalError } from './support/faults.ts';
import { loseUnpinned } from './support/records.ts';
import { button, cards, heading, listShows, main, offlineLine, shows } from './support/screen.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { isCached, openList, waitUntilCached } from './support/worker-ready.ts';

// Only `npm run test:all` runs this test, because it covers only a convenience.
const exhaustive = { tags: ['exhaustive'] };

const marks = (page: Page) => main(page).locator('.not-here').allTextContents();

test('without a network, a card says that its post is not on this device', async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  await publish(site, await registerAuthor(site), { title: 'One', content: 'Text' });
  await openList(tab, site);
  await page.evaluate(loseUnpinned);
  await site.stop();
  await comeBackAfter(page, 10 * 60_000);
  await offlineLine(page).waitFor();
  await listShows(page, ['One']);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => marks(page)).toEqual(['Not on this device']);
});

test('a reader sees pinned and cached posts with their sizes, and can remove them', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  for (const title of ['One', 'Two', 'Three']) await publish(site, ada, { title, content: 'Text '.repeat(1_000) });
  await openList(tab, site);
  await site.stop();
  await button(page, 'On this device').click();
  await listShows(page, ['Three', 'Two', 'One']);
  await main(page)
    .getByRole('heading', { name: /^Recently opened: 3 posts, \d+ kB$/ })
    .waitFor();
  await button(page, 'Keep: Two').click();
  await main(page)
    .getByRole('heading', { name: /^Kept: 1 post, 5 kB$/ })
    .waitFor();
  await listShows(page, ['Two', 'Three', 'One']);

  await page.reload();
  await listShows(page, ['Two', 'Three', 'One']);
  await button(page, 'Remove all 2 posts').click();
  await listShows(page, ['Two']);
  await button(page, 'Undo').click();
  await listShows(page, ['Two', 'Three', 'One']);
  await button(page, 'Remove all 2 posts').click();
  await listShows(page, ['Two']);
  expect(await isCached(page, `${site.api}/blog/posts`)).toBe(true);
  // Leaving the screen ends the time for Undo: the app removes the posts at once.
  await cards(page).getByRole('link').click();
  await heading(page, 'Two').waitFor();
  await expect.poll(() => isCached(page, `${site.api}/blog/posts`), { timeout: 5_000 }).toBe(false);
  await page.goBack();
  await listShows(page, ['Two']);
  await button(page, 'Remove download · 5 kB: Two').click();
  await main(page)
    .getByRole('heading', { name: /^Recently opened: 1 post/ })
    .waitFor();
  await button(page, 'Remove 1 post').waitFor();
});

test('the app shows the cached posts if the list cannot be loaded', exhaustive, async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  const id = await publish(site, await registerAuthor(site), { title: 'Linked to', content: 'Text' });
  await tab.goto(`/blog/${id}`);
  await waitUntilCached(page, site, `/blog/posts/${id}`);
  site.misbehave('GET /blog/posts', internalError);
  await tab.goto('/home');
  await shows(page, 'Failed to fetch blog posts.');
  await listShows(page, ['Linked to']);
});
