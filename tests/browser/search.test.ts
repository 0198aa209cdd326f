import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { button, heading, listShows, main, titles } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { isFocused } from './support/tab-to.ts';
import { waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`, because it tests only a convenience.
const exhaustive = { tags: ['exhaustive'] };

const field = 'Search blogs';

test('a reader searches by keyboard, opens a result, and returns to the results', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'On locks', content: 'A mutex is held by one thread.' });
  await publish(site, author, { title: 'Other', content: 'Nothing of it.' });
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
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

test('without JavaScript the search form loads its results as pages', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  for (let number = 1; number <= 21; number++)
    await publish(site, author, { title: `Post ${number}`, content: 'About #locks.' });
  await using tab = await openTab(site, { javaScriptEnabled: false });
  const { page } = tab;
  await tab.goto('/home');
  await page.getByRole('searchbox', { name: field }).fill('locks');
  await page.keyboard.press('Tab');
  expect(await isFocused(button(page, 'Search'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home?q=locks');
  expect(await titles(page)).toHaveLength(20);
  await main(page).getByRole('link', { name: 'More results' }).click();
  await page.waitForLoadState();
  expect(await titles(page)).toEqual(['Post 1']);
  await page.getByRole('link', { name: 'Post 1', exact: true }).click();
  await page.getByRole('link', { name: '#locks' }).click();
  await heading(page, '#locks').waitFor();
  expect(await titles(page)).toHaveLength(20);
});

test('the app shows Not Found for an unknown author', exhaustive, async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site);
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  await tab.goto('/author/0197a000-0000-7000-8000-000000000000');
  await heading(tab.page, 'Not Found').waitFor();
});
