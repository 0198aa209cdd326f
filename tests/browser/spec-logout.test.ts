import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { documentLoaded, markDocument } from './support/document-load.ts';
import { barLink, button, listShows } from './support/screen.ts';
import { type Site, sites } from './support/site.ts';
import { keptOnDevice, storageOf } from './support/storage.ts';
import { beforeWorker, openAuthorTab, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

/** The author's own list, and their profile. */
const privateOnDevice = async (page: Page, { api }: Site) =>
  (await keptOnDevice(page)).filter((text) => text.includes(`${api}/blog/users/`) || text.includes('"username":"Ada"'));

test.for(sites)(
  'removes the token at logout, keeps the userId, and loads the login ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site, beforeWorker);
    const { author, page } = tab;
    await tab.goto('/home');
    await markDocument(page);
    await button(page, 'Ada').click();
    await page.getByRole('button', { name: 'Logout' }).click();

    await documentLoaded(page, '/login');
    expect(await storageOf(page)).toEqual({ userId: author.userId });
    expect(await tab.context.cookies(`${site.origin}/blog/posts`)).toEqual([]);
    await barLink(page, 'Login').waitFor();
    expect(await barLink(page, 'My Blogs').getAttribute('href')).toBe('/login');

    await tab.goto('/home');
    await barLink(page, 'Login').waitFor();
  },
);

testFirst(sites)('private data is gone from the device after Logout ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Public, but listed as mine' });
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await tab.goto('/myBlogs');
  await listShows(page, ['Public, but listed as mine']);
  await expect.poll(async () => (await privateOnDevice(page, site)).length).toBe(2);
  await button(page, 'Ada').click();
  await markDocument(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await documentLoaded(page, '/login');

  expect(await privateOnDevice(page, site)).toEqual([]);
});
