// @module-tag promise
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { register } from './support/authoring.ts';
import { publish, registerAuthor, unpublish } from './support/authors.ts';
import { documentLoaded, isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer } from './support/faults.ts';
import { button, cards, field, fill, heading, listShows } from './support/screen.ts';
import { sites } from './support/site.ts';
import { keptOnDevice, storageOf } from './support/storage.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Notes every state of the list that a reader could have seen, from now on. */
async function watchList(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const seen: string[][] = [];
    Reflect.set(window, 'seenLists', seen);
    new MutationObserver(() => {
      const titles = [...document.querySelectorAll('article h2')].map(({ textContent }) => textContent);
      if (titles.length > 0) seen.push(titles);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenLists'));
}

testFirst(sites)(
  'The cached list is shown at once, and the newer one replaces it in place ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const ada = await registerAuthor(site);
    const old = await publish(site, ada, { title: 'Old' });
    await using tab = await openTab(site);
    const { page } = tab;
    await tab.goto('/home');
    await waitUntilCached(page, site);

    await unpublish(site, ada, old);
    await publish(site, ada, { title: 'New' });
    const heal = site.misbehave('GET /blog/posts', holdAnswer);
    await tab.goto('/home');
    await listShows(page, ['Old']);
    await markDocument(page);
    heal();
    await listShows(page, ['New']);
    expect(await isMarked(page)).toBe(true);
  },
);

testFirst(sites)('no list is shown without the post that was just published ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Old' });
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await tab.goto('/myBlogs');
  await waitUntilCached(page, site, `/blog/users/${author.userId}/posts`);

  await tab.goto('/create');
  await markDocument(page);
  await fill(page, { 'Blog Heading': 'New' });
  await button(page, 'Create Blog').click();
  await documentLoaded(page, '/create');
  const seen = await watchList(page);
  for (const path of ['/home', '/myBlogs']) {
    await tab.goto(path);
    await expect.poll(() => cards(page).count()).toBe(2);
    for (const titles of await seen()) expect(titles).toContain('New');
  }
});

testFirst(sites)(
  'Token and userId are all that is in local storage, and the token is stored nowhere else ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openTab(site);
    const { page } = tab;
    await register(page, site);
    await waitUntilCached(page, site);
    await tab.goto('/create');
    await fill(page, { 'Blog Heading': 'A post', 'Blog Content': 'Text' });
    await markDocument(page);
    await button(page, 'Create Blog').click();
    await documentLoaded(page, '/create');
    await field(page, 'Blog Heading').fill('A draft');
    for (const path of ['/myBlogs', '/home']) {
      await tab.goto(path);
      await listShows(page, ['A post']);
    }
    await cards(page).getByRole('link').click();
    await heading(page, 'A post').waitFor();

    const { token = '', ...rest } = await storageOf(page);
    expect(Object.keys(rest)).toEqual(['userId']);
    const onDevice = await keptOnDevice(page);
    expect(onDevice.some((text) => text.includes('A post'))).toBe(true);
    expect(onDevice.filter((text) => text.includes(token))).toEqual([]);
    for (const cookie of await tab.context.cookies()) expect(cookie.value).not.toContain(token);
  },
);
