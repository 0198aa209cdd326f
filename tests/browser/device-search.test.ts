import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { publish, publishMany, registerAuthor } from './support/authors.ts';
import { callsOf } from './support/received.ts';
import { heading, listShows, main, shows, titles } from './support/screen.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { openTabOn, troubles } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

// Only `npm run test:all` runs this test, because it types as slowly as a person.
const exhaustive = { tags: ['exhaustive'] };

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search blogs' });
const query = (page: Page) => new URL(page.url()).searchParams.get('q');

test('the app searches 500 cached posts without a call; scrolling shows more results', async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  const ada = await registerAuthor(site);
  await publishMany(site, ada, 500);
  await publish(site, ada, { title: 'The one', content: 'A walrus is held.' });
  await openList(tab, site);
  const before = callsOf(site).length;
  await searchField(page).pressSequentially('walrus');
  await listShows(page, ['The one']);
  await page.keyboard.press('Enter');
  await shows(page, '1 found in 501 posts on this device.');
  await searchField(page).fill('mutex');
  await shows(page, 'Nothing found for “mutex”.');
  expect(callsOf(site).slice(before)).toEqual([]);
  await tab.goto('/home?q=walrus');
  await listShows(page, ['The one']);
  // Types over the selected word. With an empty field, the app would request the list again.
  await searchField(page).selectText();
  await searchField(page).pressSequentially('length', { delay: 20 });
  await shows(page, '500 found in 501 posts on this device.');
  expect(callsOf(site).slice(before)).toEqual([]);
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThanOrEqual(8);
  await page.keyboard.press('Tab');
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return (await titles(page)).length;
      },
      { timeout: scaled(80_000) },
    )
    .toBeGreaterThan(80);
  const title = (await titles(page))[70] ?? '';
  const link = main(page).getByRole('link', { name: title, exact: true });
  await link.scrollIntoViewIfNeeded();
  const { y = 0 } = (await link.boundingBox()) ?? {};
  await link.click();
  await heading(page, title).waitFor();
  await page.goBack();
  await link.waitFor();
  await expect.poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - y)).toBeLessThan(50);
  expect(troubles(tab)).toEqual([]);
});

test('the search field loses no letter while the app copies the query into the URL', exhaustive, async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  await publish(site, await registerAuthor(site), { title: 'On locks', content: 'A mutex is held.' });
  await openList(tab, site);
  // Types each key at about the moment when the app writes the previous text into the URL.
  await searchField(page).pressSequentially('mutex is held', { delay: 400 });
  expect(await searchField(page).inputValue()).toBe('mutex is held');
  await expect.poll(() => query(page)).toBe('mutex is held');
  await listShows(page, ['On locks']);
  await searchField(page).fill('');
  await expect.poll(() => query(page)).toBe(null);
  await heading(page, 'All Blogs').waitFor();
  await listShows(page, ['On locks']);
});
