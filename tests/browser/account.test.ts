import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { type Author, publish, registerAuthor } from './support/authors.ts';
import { button, heading, isAt, listShows, main, shows } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { storedTexts } from './support/storage.ts';
import { beforeWorker, openAuthorTabOn, openTab, troubles } from './support/tab.ts';
import { isFocused, tabTo } from './support/tab-to.ts';
import { openList } from './support/worker-ready.ts';

/** Only `npm run test:all` runs these tests: unit and API tests cover passwords, codes and deletion. */
const exhaustive = { tags: ['exhaustive'] };

const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const newPassword = 'staple that battery';

async function openAccount(page: Page, site: Site): Promise<void> {
  await page.goto(site.origin + pagePaths.account);
  await section(page, 'Devices').getByText('This device', { exact: true }).waitFor();
}

/** Returns whether the device stores these words anywhere except in local storage. */
const holds = async (page: Page, words: string) => (await storedTexts(page)).some((kept) => kept.includes(words));

async function canLogIn({ api }: Site, { email }: Author, password: string): Promise<boolean> {
  const body = JSON.stringify({ email, password });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(api + callPaths.login, { method: 'POST', body, headers })).ok;
}

test("deleting an account removes its posts from the author's and a reader's device", async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite);
  const bob = await registerAuthor(site, 'Bob');
  const id = await publish(site, author, { title: 'Hers', content: 'Her words.' });
  await publish(site, bob, { title: 'His' });
  await using reader = await openTab(site);
  await openList(reader, site);
  await listShows(reader.page, ['His', 'Hers']);
  await reader.goto(`/blog/${id}`);
  await shows(reader.page, 'Her words.');

  await openList(tab, site);
  await openAccount(page, site);
  await button(page, 'Delete account').click();
  const deleting = section(page, 'Delete account');
  await deleting.getByText('1 post, with every version and picture').waitFor();
  await deleting.getByLabel('Password', { exact: true }).fill(author.password);
  await button(page, 'Delete everything').click();
  await main(page).getByText('Your account is deleted. Nothing of it is left').waitFor();
  expect(await isFocused(main(page).getByRole('status').filter({ hasText: 'Your account is deleted.' }))).toBe(true);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  await expect.poll(() => holds(page, 'Her words.')).toBe(false);
  expect(await canLogIn(site, author, author.password)).toBe(false);

  await reader.goto('/home');
  await listShows(reader.page, ['His']);
  await expect.poll(() => holds(reader.page, 'Her words.')).toBe(false);
});

test('by keyboard, an author changes password, makes recovery codes, deletes account', exhaustive, async () => {
  const { tab, page, author } = await openAuthorTabOn(openOwnSite, beforeWorker);
  const press = async (name: string) => {
    await tabTo(page, button(page, name));
    await page.keyboard.press('Enter');
  };
  const type = async (name: string, label: string, value: string) => {
    await tabTo(page, section(page, name).getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  };
  await tab.goto(pagePaths.myBlogs);
  await tabTo(page, main(page).getByRole('link', { name: 'Account' }));
  await page.keyboard.press('Enter');
  await isAt(page, pagePaths.account);
  await type('Password', 'Current password', author.password);
  await type('Password', 'New password', newPassword);
  await page.keyboard.press('Enter');
  await main(page).getByText('Your password is changed.').waitFor();
  await section(page, 'Recovery codes').getByText('You have no recovery codes yet.').waitFor();
  await press('Make recovery codes');
  await type('Recovery codes', 'Password', newPassword);
  await page.keyboard.press('Enter');
  await heading(page, 'Your recovery codes').waitFor();
  await expect.poll(() => isFocused(heading(page, 'Your recovery codes'))).toBe(true);
  const codes = section(page, 'Recovery codes').locator('code');
  const [code = ''] = await codes.allTextContents();
  await page.emulateMedia({ media: 'print' });
  expect([await page.getByRole('banner').isVisible(), await codes.first().isVisible()]).toEqual([false, true]);
  await page.emulateMedia({ media: 'screen' });
  await press('I have kept them');
  expect([await codes.count(), await holds(page, code)]).toEqual([0, false]);
  await expect.poll(() => isFocused(button(page, 'Make new codes'))).toBe(true);
  await press('Delete account');
  await type('Delete account', 'Password', newPassword);
  await page.keyboard.press('Enter');
  await main(page).getByText('Your account is deleted.').waitFor();
  expect(troubles(tab)).toEqual([]);
});

test('the account screen fits into 320 pixels with larger text', exhaustive, async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite, { ...beforeWorker, viewport: { width: 320, height: 700 } });
  await openAccount(page, site);
  await page.evaluate(() => document.documentElement.setAttribute('data-text', 'larger'));
  await button(page, 'Make recovery codes').click();
  await button(page, 'Delete account').click();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
