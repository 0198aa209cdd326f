import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publishMany, registerAuthor } from './support/authors.ts';
import { button, cards, heading, listShows, main, shows } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const says = (page: Page, words: string) => main(page).getByRole('status').filter({ hasText: words }).waitFor();

test('posts that nobody scrolled to open with the server stopped, until fewer are chosen', async () => {
  await using site = await openOwnSite();
  await publishMany(site, await registerAuthor(site), 45);
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await button(page, 'On this device').click();
  await says(page, 'The newest 100 posts are kept on this device. There are 45, and all are here now.');

  await site.stop();
  await button(page, 'All posts').click();
  await listShows(
    page,
    Array.from({ length: 20 }, (_, n) => `Post ${45 - n}`),
  );
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(20);
  await page.reload();
  await button(page, 'On this device').click();
  await says(page, 'There are 45, and all are here now.');
  await cards(page).getByRole('link', { name: 'Post 1', exact: true }).click();
  await heading(page, 'Post 1').waitFor();
  await shows(page, 'A text of some length.');

  await tab.goto('/home');
  await button(page, 'On this device').click();
  const choice = main(page).getByRole('group', { name: 'Save posts for offline' });
  await choice.getByRole('radio', { name: '100 posts', checked: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await says(page, 'The newest 20 posts are kept on this device. All of them are here now.');
  await page.reload();
  await choice.getByRole('radio', { name: '20 posts', checked: true }).waitFor();
});
