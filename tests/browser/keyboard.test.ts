import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish } from './support/authors.ts';
import { causesDocumentLoad } from './support/document-load.ts';
import { barLink, button, cards, field, heading, isAt, main } from './support/screen.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { beforeWorker, openAuthorTabOn, openTabOn } from './support/tab.ts';
import { tabTo } from './support/tab-to.ts';

// Only `npm run test:all` runs this test, because it walks through the whole product.
const exhaustive = { tags: ['exhaustive'] };

async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, field(page, label));
    await page.keyboard.type(value);
  }
}

test('an author can register, write, read, delete and log out by keyboard alone', exhaustive, async () => {
  const { tab, page } = await openTabOn(openOwnSite, beforeWorker);
  const follow = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };

  await tab.goto('/');
  await follow(barLink(page, 'Login'));
  await follow(main(page).getByRole('link', { name: 'Register' }));
  await type(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse battery' });
  await page.keyboard.press('Enter');
  await isAt(page, '/home');

  await button(page, 'Ada').waitFor();
  await follow(barLink(page, 'Create'));
  await type(page, { 'Blog Heading': 'By keys', 'Blog Content': 'No mouse was near.' });
  await causesDocumentLoad(page, '/create', () => follow(button(page, 'Create Blog')));

  await follow(barLink(page, 'Home'));
  await follow(cards(page).getByRole('link', { name: 'By keys' }));
  await heading(page, 'By keys').waitFor();

  await button(page, 'Ada').waitFor();
  await follow(barLink(page, 'My Blogs'));
  await follow(cards(page).getByRole('button', { name: 'Delete' }));
  await main(page).getByText('You have not written any blogs yet.').waitFor();

  await follow(button(page, 'Ada'));
  await causesDocumentLoad(page, '/login', () => follow(button(page, 'Logout')));
});

test('the focused element is visibly marked', async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openForeignSite, beforeWorker);
  await publish(site, author, { title: 'A post' });
  await tab.goto('/home');
  await button(page, 'Ada').waitFor();
  for (const target of [barLink(page, 'Create'), button(page, 'Ada'), cards(page).getByRole('link')]) {
    const box = async () => (await page.screenshot({ animations: 'disabled' })).toString('base64');
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const before = await box();
    await target.focus();
    await page.keyboard.press('Shift');
    expect(await box(), String(target)).not.toBe(before);
  }
});
