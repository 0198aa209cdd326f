import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { button, field, heading, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { beforeWorker, openTab, type Tab } from './support/tab.ts';

// Left to `npm run test:all`, because each of these tests covers only one kind of device.
const exhaustive = { tags: ['exhaustive'] };

async function openPost(tab: Tab, site: Site): Promise<string> {
  const id = await publish(site, await registerAuthor(site), { title: 'A post' });
  await tab.goto(`/blog/${id}`);
  await heading(tab.page, 'A post').waitFor();
  return `${site.origin}/blog/${id}`;
}

/** Fakes the share sheet, which headless Chromium lacks. Records what it gets, and rejects if a failure is given. */
const openSheet = (page: Page, failure?: string) =>
  page.addInitScript((name) => {
    navigator.canShare = () => true;
    navigator.share = async (data) => {
      Reflect.set(window, 'shared', data);
      if (name !== undefined) throw new DOMException('', name);
    };
  }, failure);

test('without a share sheet the button copies the link, and a message confirms it', async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, { ...beforeWorker, permissions: ['clipboard-read', 'clipboard-write'] });
  const url = await openPost(tab, site);
  await button(tab.page, 'Copy link').click();
  await main(tab.page).getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test('the share sheet gets title and link, and closing it shows no message', async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site);
  await openSheet(tab.page, 'AbortError');
  const url = await openPost(tab, site);
  await button(tab.page, 'Share').click();
  await expect.poll(() => tab.page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({ title: 'A post', url });
  // Waits for the button that appears last, because other parts of the post show their own statuses before.
  await button(tab.page, 'Keep on this device').waitFor();
  const said = await main(tab.page).getByRole('status').allTextContents();
  expect(said.filter((words) => words !== '')).toEqual([]);
});

test('copies the link when the share sheet fails', exhaustive, async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, { ...beforeWorker, permissions: ['clipboard-read', 'clipboard-write'] });
  await openSheet(tab.page, 'NotAllowedError');
  const url = await openPost(tab, site);
  await button(tab.page, 'Share').click();
  await main(tab.page).getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

const homeScreen = (page: Page) => page.getByRole('status').filter({ hasText: 'Add to Home Screen' });

/** Sets the property that only WebKit on iOS has. It is true in the installed app. */
const asOnIos = (page: Page, isInstalled: boolean) =>
  page.addInitScript((standalone) => Reflect.set(navigator, 'standalone', standalone), isInstalled);

test('shows the install notice on iOS once, after the first draft', exhaustive, async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await asOnIos(page, false);
  await openForm(page, site);
  expect(await homeScreen(page).count()).toBe(0);
  await field(page, 'Blog Content').fill('Worth keeping.');
  await homeScreen(page).waitFor();
  await button(page, 'Got it').click();
  expect(await homeScreen(page).count()).toBe(0);
  await openForm(page, site);
  await field(page, 'Blog Content').fill('Worth keeping, too.');
  await main(page).getByText('Draft saved on this device.').first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await homeScreen(page).count()).toBe(0);
});

test('the installed app on iOS shows no install notice', exhaustive, async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await asOnIos(page, true);
  await openForm(page, site);
  await field(page, 'Blog Content').fill('Worth keeping.');
  await main(page).getByText('Draft saved on this device.').first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await homeScreen(page).count()).toBe(0);
});
