// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entriesIn, formHolds, logIn, nothingPending, openEditForm, patience } from './support/authoring.ts';
import { type Author, postsOf, publish, readPost } from './support/authors.ts';
import { button, cards, field, fill, heading, isAt, listShows, main, navigate, titles } from './support/screen.ts';
import { openOwnSite, ownSites, type Site } from './support/site.ts';
import { openAuthorTabOn } from './support/tab.ts';
import { openList, waitUntilCached } from './support/worker-ready.ts';

const paragraphs = ['One came first.', 'Two followed.', 'Three was last.'];
const written = { title: 'Typo', imgUrl: '', content: paragraphs.join('\n\n') };
const waits = 'Your changes wait on this device to be saved.';

/** Opens a tab of an author with one published post. */
async function openPublished(open = openOwnSite) {
  const opened = await openAuthorTabOn(open);
  return { ...opened, id: await publish(opened.site, opened.author, written) };
}

const save = (page: Page) => button(page, 'Save changes').click();

/** Waits until the backend has the post with this title, and checks that there is no second post. */
async function isSaved(site: Site, author: Author, id: string, title: string): Promise<void> {
  await expect.poll(async () => (await readPost(site, id)).title, { timeout: patience }).toBe(title);
  expect(await postsOf(site, author)).toHaveLength(1);
}

test.for(ownSites)('a saved edit shows on the post, in My Blogs and on Home ($backend backend)', async ({ open }) => {
  const { site, author, id, tab, page } = await openPublished(open);
  await tab.goto('/myBlogs');
  await button(page, 'Edit Typo').click();
  await isAt(page, `/blog/${id}/edit`);
  await formHolds(page, written.content);
  await fill(page, { 'Blog Heading': 'Mended' });
  await save(page);
  await isAt(page, `/blog/${id}`);
  await heading(page, 'Mended').waitFor();
  await isSaved(site, author, id, 'Mended');
  expect(await main(page).getByText(waits).count()).toBe(0);
  expect(await readPost(site, id)).toMatchObject({ version: 2 });
  for (const path of ['/myBlogs', '/home']) {
    await navigate(page, path);
    await listShows(page, ['Mended']);
  }
  await tab.goto('/home');
  await listShows(page, ['Mended']);
});

test('an offline edit is shown until its author logs out, and saved at the next login', async () => {
  const { site, author, id, tab, page } = await openPublished();
  await logIn(page, site, author);
  await tab.goto('/myBlogs');
  await listShows(page, ['Typo']);
  await waitUntilCached(page, site, `/blog/users/${author.userId}/posts`);
  await openList(tab, site);
  await site.stop();

  await openEditForm(page, site, id, 'Typo');
  await fill(page, { 'Blog Heading': 'Mended' });
  await save(page);
  await isAt(page, `/blog/${id}`);
  await heading(page, 'Mended').waitFor();
  await main(page).getByText(waits).waitFor();
  await page.reload();
  await heading(page, 'Mended').waitFor();
  for (const path of ['/home', '/myBlogs']) {
    await navigate(page, path);
    await expect.poll(() => titles(page)).toEqual(['Mended']);
    await cards(page).getByText(waits).waitFor();
  }
  await main(page).getByText('Saves when you’re online').waitFor();

  // A second edit replaces the pending edit.
  await button(page, 'Edit Mended').click();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Mended');
  await fill(page, { 'Blog Heading': 'Mended twice' });
  await save(page);
  await heading(page, 'Mended twice').waitFor();
  expect(await entriesIn(page)).toBe(1);

  // After the logout, the device no longer shows the edit.
  const logOut = async () => {
    await page.getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  await logOut();
  await page.getByRole('heading', { name: 'Log out with work waiting?' }).waitFor();
  await button(page, 'Stay').click();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await logOut();
  await button(page, 'Log out').click();
  await isAt(page, '/login');
  await navigate(page, '/home');
  await expect.poll(() => titles(page)).toEqual(['Typo']);

  await site.start();
  await logIn(page, site, author);
  await isSaved(site, author, id, 'Mended twice');
  await nothingPending(page);
  expect(await readPost(site, id)).toMatchObject({ version: 2 });
  await navigate(page, `/blog/${id}`);
  await heading(page, 'Mended twice').waitFor();
});
