import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { barLink, button, heading, isAt, main, titles } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';

test('shows every public post and page without JavaScript', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  for (let number = 1; number <= 41; number++) {
    await publish(site, author, { title: `Post ${number}`, content: `Words of ${number}.` });
  }
  await using tab = await openTab(site, { javaScriptEnabled: false });
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
  await main(tab.page).getByText('Words of 1.').waitFor();
  await barLink(tab.page, 'Login').click();
  await heading(tab.page, 'Welcome back').waitFor();
  await main(tab.page).getByRole('link', { name: 'Register' }).click();
  await heading(tab.page, 'Welcome to Storyline').waitFor();
});
