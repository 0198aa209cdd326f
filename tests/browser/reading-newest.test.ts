import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { type Author, publish, publishMany, registerAuthor, unpublish } from './support/authors.ts';
import { json } from './support/faults.ts';
import { openKillableBrowser } from './support/killable-browser.ts';
import { cards, heading, listShows, main, shows, titles } from './support/screen.ts';
import { openForeignSite, openOwnSite, type Site, sites } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';
import { isCached, waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`: a full cache, a looping backend and one that lists no texts have unit tests.
const exhaustive = { tags: ['exhaustive'] };
// So is what lives of the world (`tests/world/`) play in every `npm test`, in any order of events.
const inTheWorld = { tags: ['exhaustive'] };

/** To the list's end, or to where it goes on no more. */
async function scrollToEnd(page: Page, last: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4_000);
        return heading(page, last).count();
      },
      { interval: 100, timeout: scaled(20_000) },
    )
    .toBe(1);
}

/** All cached text of a cache. */
const cachedIn = (page: Page, name: string) =>
  page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName);
    const found: { url: string; text: string }[] = [];
    for (const { url } of await cache.keys()) found.push({ url, text: (await (await cache.match(url))?.text()) ?? '' });
    return found;
  }, name);

/** A tab that has the list cached, scrolled down to its end. */
async function openWholeList(site: Site): Promise<Tab> {
  await using undo = new AsyncDisposableStack();
  const tab = undo.use(await openTab(site));
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  await tab.page.reload();
  await scrollToEnd(tab.page, 'Post 1');
  undo.move();
  return tab;
}

async function fillQuota(page: Page, { origin }: Site): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The browser forgets what a session has said as soon as the session is over.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
}

async function logIn(page: Page, { origin }: Site, { token, userId, cookie = '' }: Author): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.evaluate((author) => Object.assign(localStorage, author), { token, userId });
}

test('posts that new ones have pushed off their page are still listed without a network', inTheWorld, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publishMany(site, ada, 40);
  await using tab = await openWholeList(site);
  const { page } = tab;

  for (const title of ['New 1', 'New 2', 'New 3']) await publish(site, ada, { title, content: 'Text' });
  // To the list's beginning: the same address anew would be the same place.
  await tab.goto('/login');
  await tab.goto('/home');
  await heading(page, 'New 3').waitFor();
  await expect.poll(async () => JSON.stringify(await cachedIn(page, 'lists'))).toContain('New 3');
  await site.stop();

  await tab.goto('/login');
  await tab.goto('/home');
  await heading(page, 'New 3').waitFor();
  await scrollToEnd(page, 'Post 1');
  const all = ['New 3', 'New 2', 'New 1', ...Array.from({ length: 40 }, (_, n) => `Post ${40 - n}`)];
  await expect.poll(() => titles(page)).toEqual(all);
  for (const title of ['Post 22', 'Post 3']) {
    await cards(page).getByRole('link', { name: title, exact: true }).click();
    await heading(page, title).waitFor();
    await main(page).getByText('A text of some length.').first().waitFor();
    await page.goBack();
    await heading(page, title).waitFor();
  }
});

test('on a full device a reader sees the newest list, and a deleted post leaves it', inTheWorld, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'Old' });
  await publish(site, ada, { title: 'Gone' });
  // On a real disk: a private window's quota is another.
  await using profile = await openKillableBrowser();
  const { page } = await profile.start();
  await page.goto(`${site.origin}/home`);
  await waitUntilCached(page, site);
  await logIn(page, site, ada);
  await page.goto(`${site.origin}/myBlogs`);
  await listShows(page, ['Gone', 'Old']);
  await waitUntilCached(page, site, `/blog/users/${ada.userId}/posts`);
  await fillQuota(page, site);
  await publish(site, ada, { title: 'New' });
  await page.goto(`${site.origin}/home`);
  await listShows(page, ['New', 'Gone', 'Old']);

  await page.goto(`${site.origin}/myBlogs`);
  await cards(page).filter({ hasText: 'Gone' }).getByRole('button', { name: 'Delete' }).click();
  await listShows(page, ['New', 'Old']);
  await expect.poll(async () => JSON.stringify(await cachedIn(page, 'lists'))).not.toContain('Gone');
  await expect.poll(async () => JSON.stringify(await cachedIn(page, 'own-lists'))).not.toContain('Gone');
  await site.stop();
  await page.goto(`${site.origin}/home`);
  await page.getByText('No connection').waitFor();
  expect(await titles(page)).not.toContain('Gone');
});

test('Pictures whose URLs are the backend’s evict no list', exhaustive, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publishMany(site, ada, 30);
  await using tab = await openWholeList(site);
  const { page } = tab;
  for (let n = 1; n <= 20; n += 1) await publish(site, ada, { title: `Odd ${n}`, imgUrl: `/blog/posts?x=${n}` });
  await tab.goto('/login');
  await tab.goto('/home');
  await heading(page, 'Odd 20').waitFor();
  for (let n = 20; n >= 1; n -= 1) {
    await heading(page, `Odd ${n}`).evaluate((element) => element.scrollIntoView());
    await expect.poll(() => site.received.some(({ path }) => path === `/blog/posts?x=${n}`)).toBe(true);
  }
  await site.stop();
  await tab.goto('/login');
  await tab.goto('/home');
  await scrollToEnd(page, 'Post 1');
  expect((await cachedIn(page, 'lists')).filter(({ url }) => url.includes('?x='))).toEqual([]);
});

test('a newer list without texts hides no text that was read', exhaustive, async () => {
  await using site = await openForeignSite();
  const post = { _id: 'a1', title: 'Listed', summary: 'In short.' };
  site.misbehave('GET /blog/posts', json([post]));
  site.misbehave('GET /blog/posts/a1', json({ ...post, content: 'All of it.' }));
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await tab.goto('/blog/a1');
  await shows(page, 'All of it.');
  await waitUntilCached(page, site, '/blog/posts/a1');
  site.misbehave('GET /blog/posts', json([{ ...post, title: 'Listed anew' }]));
  await tab.goto('/home');
  await listShows(page, ['Listed anew']);
  await site.stop();
  await tab.goto('/blog/a1');
  await heading(page, 'Listed anew').waitFor();
  await shows(page, 'All of it.');
});

test.for(sites)(
  'a post that was deleted elsewhere leaves the list once it is opened ($backend backend)',
  inTheWorld,
  async ({ open }) => {
    await using site = await open();
    const ada = await registerAuthor(site);
    await publish(site, ada, { title: 'Stays', content: 'Text' });
    const gone = await publish(site, ada, { title: 'Goes', content: 'Text' });
    await using tab = await openTab(site);
    const { page } = tab;
    await tab.goto('/home');
    await waitUntilCached(page, site);
    await unpublish(site, ada, gone);
    await tab.goto(`/blog/${gone}`);
    await expect.poll(async () => JSON.stringify(await cachedIn(page, 'lists'))).not.toContain('Goes');
    await site.stop();
    await tab.goto('/home');
    await listShows(page, ['Stays']);
  },
);

test('A list that names itself as its next page is requested a few times and ends', exhaustive, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  for (const title of ['One', 'Two']) await publish(site, ada, { title });
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  const body = JSON.stringify([
    { _id: 'b', title: 'Two' },
    { _id: 'a', title: 'One' },
  ]);
  const asked = () => site.received.filter(({ path }) => path.startsWith('/blog/posts')).length;
  for (const target of ['/blog/posts', '/blog/posts?again', 'http://127.0.0.1:9/older', 'https://[broken']) {
    const headers = { Link: `<${target}>; rel="next"` };
    site.misbehave('GET /blog/posts', { kind: 'answer', status: 200, type: 'application/json', body, headers });
    await page.reload();
    await listShows(page, ['Two', 'One']);
    const before = asked();
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => page.getByRole('button', { name: /^(Show|Loading) more/ }).count()).toBe(0);
    expect(asked() - before, target).toBeLessThan(8);
    expect(await page.getByText('No connection').count(), target).toBe(0);
  }
  expect(await isCached(page, `${site.api}/blog/posts`)).toBe(true);
});
