import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor, unpublish } from './authors.ts';
import { documentLoaded, isMarked, markDocument } from './document-load.ts';
import { hold, json } from './faults.ts';
import { button, cards, field, fill, heading, isAt, listShows, shows } from './screen.ts';
import { openForeignSite, sites } from './site.ts';
import { keptOnDevice, storageOf } from './storage.ts';
import { openTab } from './tab.ts';
import { isKept, kept } from './worker-ready.ts';

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

test.for(sites)(
  'the copy is there at once, and the newer list replaces it in place ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const ada = await registerAuthor(site);
    const old = await publish(site, ada, { title: 'Old' });
    await using tab = await openTab(site);
    const { page } = tab;
    await tab.goto('/home');
    await kept(page, site);

    await unpublish(site, ada, old);
    await publish(site, ada, { title: 'New' });
    const heal = site.misbehave('GET /blog/posts', hold);
    await tab.goto('/home');
    await listShows(page, ['Old']);
    await markDocument(page);
    heal();
    await listShows(page, ['New']);
    expect(await isMarked(page)).toBe(true);
  },
);

test('the newer state of a post replaces the copy in place', async () => {
  await using site = await openForeignSite();
  const id = await publish(site, await registerAuthor(site), { title: 'Old title' });
  await using tab = await openTab(site);
  await tab.goto('/home');
  await kept(tab.page, site);
  const heal = site.misbehave(`GET /blog/posts/${id}`, hold);
  await tab.goto(`/blog/${id}`);
  await heading(tab.page, 'Old title').waitFor();
  await markDocument(tab.page);
  site.misbehave(`GET /blog/posts/${id}`, json({ _id: id, title: 'New title' }));
  heal();
  await tab.page.reload();
  await heading(tab.page, 'New title').waitFor();
});

test.for(sites)(
  'a deleted post is seen nowhere again, with or without the server ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await publish(site, author, { title: 'Kept' });
    const gone = await publish(site, author, { title: 'Gone' });
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await tab.goto('/home');
    await kept(page, site);
    await tab.goto(`/blog/${gone}`);
    await heading(page, 'Gone').waitFor();
    await kept(page, site, `/blog/posts/${gone}`);
    await tab.goto('/myBlogs');
    await cards(page).filter({ hasText: 'Gone' }).getByRole('button', { name: 'Delete' }).click();
    await listShows(page, ['Kept']);
    // Off the list at the press; gone for good when the backend has confirmed it.
    await expect.poll(() => isKept(page, `${site.api}/blog/posts/${gone}`)).toBe(false);

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

test.for(sites)('no list is shown without the post that was just published ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Old' });
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/home');
  await kept(page, site);
  await tab.goto('/myBlogs');
  await kept(page, site, `/blog/users/${author.userId}/posts`);

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

test.for(sites)(
  'token and userId lie in local storage, alone there, and the token nowhere else ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openTab(site);
    const { page } = tab;
    await tab.goto('/register');
    await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse battery' });
    await button(page, 'Login').click();
    await isAt(page, '/home');
    await kept(page, site);
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
