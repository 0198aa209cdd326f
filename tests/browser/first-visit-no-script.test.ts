import { expect, test } from 'vitest';
import { publishMany, registerAuthor } from './support/authors.ts';
import { barLink, button, heading, isAt, main, titles } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { isFocused } from './support/tab-to.ts';

test('without JavaScript, the list, posts and search work as plain pages', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { javaScriptEnabled: false });
  await publishMany(site, await registerAuthor(site), 21, 'About #locks.');
  const expectPages = async (more: string) => {
    expect(await titles(page)).toHaveLength(20);
    await main(page).getByRole('link', { name: more }).click();
    await page.waitForLoadState();
    expect(await titles(page)).toEqual(['Post 1']);
  };
  await tab.goto('/');
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await isAt(page, '/home');
  // Without JavaScript, the button would do nothing.
  expect(await button(page, 'Show more').isVisible()).toBe(false);
  await expectPages('Older posts');
  expect(await main(page).getByRole('link', { name: 'Older posts' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Post 1', exact: true }).click();
  await heading(page, 'Post 1').waitFor();
  await main(page).locator('.prose', { hasText: 'About #locks.' }).waitFor();
  await page.getByRole('link', { name: '#locks' }).click();
  await heading(page, '#locks').waitFor();
  expect(await titles(page)).toHaveLength(20);

  await tab.goto('/home');
  await page.getByRole('searchbox', { name: 'Search blogs' }).fill('locks');
  await page.keyboard.press('Tab');
  expect(await isFocused(button(page, 'Search'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home?q=locks');
  await expectPages('More results');
  await barLink(page, 'Login').click();
  await heading(page, 'Welcome back').waitFor();
  await main(page).getByRole('link', { name: 'Register' }).click();
  await heading(page, 'Welcome to Storyline').waitFor();
});
