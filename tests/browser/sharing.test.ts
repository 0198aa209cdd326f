import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftIsSaved, openForm } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { button, field, main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { beforeWorker, openTab, openTabOn } from './support/tab.ts';

/**
 * Fakes the share sheet, which headless Chromium lacks. Stores the shared data in `window.shared`, and rejects with an
 * error whose name is in `window.failure`.
 */
const openSheet = (page: Page) =>
  page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (data) => {
      Reflect.set(window, 'shared', data);
      throw new DOMException('', Reflect.get(window, 'failure'));
    };
  });

test('Share passes title and link to the share sheet, or copies the link if that fails', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { permissions: ['clipboard-read', 'clipboard-write'] });
  const id = await publish(site, await registerAuthor(site), { title: 'A post' });
  const url = `${site.origin}/blog/${id}`;
  await tab.goto(`/blog/${id}`);
  await button(page, 'Copy link').click();
  await main(page).getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await openSheet(page);
  await page.reload();
  const failToShare = async (failure: string) => {
    await page.evaluate((name) => Object.assign(window, { failure: name, shared: undefined }), failure);
    await button(page, 'Share').click();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({ title: 'A post', url });
  };
  await failToShare('AbortError');
  // Waits for the button that appears last. Until then, other parts of the post may show a status.
  await button(page, 'Keep on this device').waitFor();
  const said = await main(page).getByRole('status').allTextContents();
  expect(said.filter((words) => words !== '')).toEqual([]);

  await page.evaluate(() => navigator.clipboard.writeText(''));
  await failToShare('NotAllowedError');
  await main(page).getByRole('status').filter({ hasText: 'Link copied.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

const homeScreen = (page: Page) => page.getByRole('status').filter({ hasText: 'Add to Home Screen' });

/** Sets `navigator.standalone`, which only WebKit on iOS has. It is true in the installed app. */
const asOnIos = (page: Page, isInstalled: boolean) =>
  page.addInitScript((standalone) => Reflect.set(navigator, 'standalone', standalone), isInstalled);

// Only `npm run test:all` runs this test, because it covers only one kind of device.
test('on iOS, the app shows the install notice once, at the first draft in a browser', {
  tags: ['exhaustive'],
}, async () => {
  const { site, page } = await openTabOn(openOwnSite, beforeWorker);
  await asOnIos(page, false);
  await openForm(page, site);
  expect(await homeScreen(page).count()).toBe(0);
  await field(page, 'Blog Content').fill('Worth keeping.');
  await homeScreen(page).waitFor();
  await button(page, 'Got it').click();
  expect(await homeScreen(page).count()).toBe(0);

  await using installed = await openTab(site, beforeWorker);
  await asOnIos(installed.page, true);
  for (const next of [page, installed.page]) {
    await openForm(next, site);
    await field(next, 'Blog Content').fill('Worth keeping, too.');
    await draftIsSaved(next);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await homeScreen(next).count()).toBe(0);
  }
});
