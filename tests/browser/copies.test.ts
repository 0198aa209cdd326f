// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { register } from './support/authoring.ts';
import { publish, registerAuthor, unpublish } from './support/authors.ts';
import { documentLoaded, isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer, json } from './support/faults.ts';
import { button, cards, field, fill, heading, listShows, shows } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { keptOnDevice, storageOf } from './support/storage.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { isCached, waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`: the list and its edits take the same path, or lives of the world (`tests/world/`) play it in
// every `npm test`, in any order of events.
const exhaustive = { tags: ['exhaustive'] };

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

test('The newer state of a post replaces the cached one in place', exhaustive, async () => {
  await using site = await openForeignSite();
  const id = await publish(site, await registerAuthor(site), { title: 'Old title' });
  await using tab = await openTab(site);
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  const heal = site.misbehave(`GET /blog/posts/${id}`, holdAnswer);
  await tab.goto(`/blog/${id}`);
  await heading(tab.page, 'Old title').waitFor();
  await markDocument(tab.page);
  site.misbehave(`GET /blog/posts/${id}`, json({ _id: id, title: 'New title' }));
  heal();
  await tab.page.reload();
  await heading(tab.page, 'New title').waitFor();
});

test.for(sites)(
  'A deleted post is never shown again, with or without the server ($backend backend)',
  exhaustive,
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await publish(site, author, { title: 'Kept' });
    const gone = await publish(site, author, { title: 'Gone' });
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await tab.goto('/home');
    await waitUntilCached(page, site);
    await tab.goto(`/blog/${gone}`);
    await heading(page, 'Gone').waitFor();
    await waitUntilCached(page, site, `/blog/posts/${gone}`);
    await tab.goto('/myBlogs');
    await cards(page).filter({ hasText: 'Gone' }).getByRole('button', { name: 'Delete' }).click();
    await listShows(page, ['Kept']);
    // The post leaves the list at once, and for good when the backend has confirmed the delete.
    await expect.poll(() => isCached(page, `${site.api}/blog/posts/${gone}`)).toBe(false);

    const seen = await watchList(page);
    for (const path of ['/home', '/myBlogs']) {
      await tab.goto(path);
      await listShows(page, ['Kept']);
      expect((await seen()).flat()).not.toContain('Gone');
    }
    await site.stop();
    for (const path of ['/home', '/myBlogs']) {
      await tab.goto(path);
      await listShows(page, ['Kept']);
      expect((await seen()).flat()).not.toContain('Gone');
    }
    await tab.goto(`/blog/${gone}`);
    await shows(page, 'Loading blog...');
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
