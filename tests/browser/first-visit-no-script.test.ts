import { expect, test } from 'vitest';
import { publishMany, registerAuthor } from './support/authors.ts';
import { barLink, button, heading, isAt, main, titles } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { isFocused } from './support/tab-to.ts';

test('shows every public post, page and search result without JavaScript', async () => {
  const { site, tab } = await openTabOn(openOwnSite, { javaScriptEnabled: false });
  await publishMany(site, await registerAuthor(site), 41, 'About #locks.');
  await tab.goto('/');
  await tab.page.getByRole('link', { name: 'Start Reading' }).click();
  await isAt(tab.page, '/home');
  // Without JavaScript the button would do nothing.
  expect(await button(tab.page, 'Show more').isVisible()).toBe(false);
  const read = await titles(tab.page);
  for (const count of [20, 40]) {
    expect(read).toHaveLength(count);
    await main(tab.page).getByRole('link', { name: 'Older posts' }).click();
    await tab.page.waitForLoadState();
    read.push(...(await titles(tab.page)));
  }
  expect(read).toEqual(Array.from({ length: 41 }, (_, index) => `Post ${41 - index}`));
  expect(await main(tab.page).getByRole('link', { name: 'Older posts' }).count()).toBe(0);
  await tab.page.getByRole('link', { name: 'Post 1', exact: true }).click();
  await heading(tab.page, 'Post 1').waitFor();
  await main(tab.page).locator('.prose', { hasText: 'About #locks.' }).waitFor();
  await tab.page.getByRole('link', { name: '#locks' }).click();
  await heading(tab.page, '#locks').waitFor();
  expect(await titles(tab.page)).toHaveLength(20);

  await tab.goto('/home');
  await tab.page.getByRole('searchbox', { name: 'Search blogs' }).fill('locks');
  await tab.page.keyboard.press('Tab');
  expect(await isFocused(button(tab.page, 'Search'))).toBe(true);
  await tab.page.keyboard.press('Enter');
  await tab.page.waitForURL('**/home?q=locks');
  for (let page = 0; page < 2; page++) {
    expect(await titles(tab.page)).toHaveLength(20);
    await main(tab.page).getByRole('link', { name: 'More results' }).click();
    await tab.page.waitForLoadState();
  }
  expect(await titles(tab.page)).toEqual(['Post 1']);
  await barLink(tab.page, 'Login').click();
  await heading(tab.page, 'Welcome back').waitFor();
  await main(tab.page).getByRole('link', { name: 'Register' }).click();
  await heading(tab.page, 'Welcome to Storyline').waitFor();
});
