import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { heading, listShows, main, titles } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

// Only `npm run test:all` runs this test, because it covers only a convenience.
const exhaustive = { tags: ['exhaustive'] };

const field = 'Search blogs';

test('a reader searches by keyboard, opens a result, and returns to the results', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'On locks', content: 'A mutex is held by one thread.' });
  await publish(site, author, { title: 'Other', content: 'Nothing of it.' });
  await openList(tab, site);
  await page.getByRole('searchbox', { name: field }).focus();
  await page.keyboard.type('mutex lock');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home?q=mutex+lock');
  await listShows(page, ['On locks']);
  expect(await main(page).locator('mark').allTextContents()).toEqual(['lock', 'mutex']);
  expect(await page.title()).toBe('Search: mutex lock · Storyline');
  await page.getByRole('link', { name: 'On locks' }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'On locks').waitFor();
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(['On locks']);
  expect(await page.getByRole('searchbox', { name: field }).inputValue()).toBe('mutex lock');
});

test('the app shows Not Found for an unknown author', exhaustive, async () => {
  const { site, tab } = await openTabOn(openOwnSite);
  await openList(tab, site);
  await tab.goto('/author/0197a000-0000-7000-8000-000000000000');
  await heading(tab.page, 'Not Found').waitFor();
});
