import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { type Author, publish, registerAuthor } from './support/authors.ts';
import { dispatchPeriodicSync } from './support/dispatch-periodic-sync.ts';
import { callsOf } from './support/received.ts';
import { button, cards, heading, listShows, navigate, shows } from './support/screen.ts';
import { openForeignSite, openOwnSite, type Site } from './support/site.ts';
import { storedTexts } from './support/storage.ts';
import { openTabOn, type Tab } from './support/tab.ts';
import { openList, waitUntilCached } from './support/worker-ready.ts';

/** Only `npm run test:all` runs these tests, because they cover conveniences or take ten seconds. */
const exhaustive = { tags: ['exhaustive'] };

/** Returns the number of new posts that the button "Following" shows. */
const counted = (page: Page) => button(page, 'Following').getAttribute('data-new');

/** Returns the titles of the posts that are marked as new. */
const marked = (page: Page) =>
  cards(page)
    .filter({ has: page.locator('.new') })
    .getByRole('heading')
    .allTextContents();

/** Publishes a post by the author, and follows the author on the author page. */
async function followAuthor({ page, goto }: Tab, site: Site, author: Author): Promise<void> {
  const { userId, name } = author;
  await publish(site, author, { title: 'Before' });
  await goto('/home');
  await waitUntilCached(page, site);
  await goto(`/author/${userId}`);
  await heading(page, name).waitFor();
  await button(page, 'Follow').click();
  await button(page, 'Following').waitFor();
}

/**
 * Returns whether the app has fetched the list of each followed author and topic. Posts published after that are new.
 */
const hasFetchedAllFollows = async (page: Page) =>
  (await storedTexts(page)).some((text) => text.includes('"follows":') && !text.includes('"lookedAt":0'));

async function openFollowing({ page, goto }: Tab): Promise<void> {
  await goto('/home');
  await button(page, 'Following').click();
}

test('with the app closed, periodic sync finds new posts and caches them', exhaustive, async () => {
  const { site, tab, page, context } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  await followAuthor(tab, site, ada);
  const other = await context.newPage();
  await other.goto(`${site.origin}/robots.txt`);
  await page.close();
  await publish(site, ada, { title: 'Since' });
  const before = site.received.length;
  await dispatchPeriodicSync(other, site, 'something else');
  await dispatchPeriodicSync(other, site, 'following');
  await expect
    .poll(() => callsOf({ received: site.received.slice(before) }))
    .toEqual([`GET ${callPaths.found('author', ada.userId)}`]);
  await expect.poll(async () => (await storedTexts(other)).some((text) => text.includes('Since'))).toBe(true);
  await site.stop();
  await other.goto(`${site.origin}/home`);
  await expect.poll(() => counted(other)).toBe('1');
  await button(other, 'Following').click();
  await listShows(other, ['Since', 'Before']);
});

test('opening a new post or unfollowing its author in one tab updates another tab', async () => {
  const { site, tab, page, context } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  await followAuthor(tab, site, ada);
  await publish(site, ada, { title: 'One' });
  await publish(site, ada, { title: 'Two' });
  await openFollowing(tab);
  await expect.poll(() => marked(page)).toEqual(['Two', 'One']);
  const other = await context.newPage();
  await other.goto(`${site.origin}/home`);
  await expect.poll(() => counted(other)).toBe('2');
  await cards(other).getByRole('link', { name: 'One' }).click();
  await expect.poll(() => marked(page)).toEqual(['Two']);
  await button(page, 'Mark all as read').click();
  await expect.poll(() => marked(page)).toEqual([]);
  await navigate(other, `/author/${ada.userId}`);
  await button(other, 'Following').click();
  await shows(page, 'You follow nobody yet. Authors and topics have a “Follow” button. It needs no account.');
});

test('following registers periodic sync; with saveData, only a click fetches new posts', exhaustive, async () => {
  const { site, tab, page, context } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  await context.addInitScript(() => {
    const tags = new Set<string>();
    const periodicSync = {
      register: async (tag: string) => void tags.add(tag),
      unregister: async (tag: string) => void tags.delete(tag),
      getTags: async () => [...tags],
    };
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'periodicSync', { value: periodicSync });
    Reflect.set(window, 'tags', tags);
  });
  const tags = () => page.evaluate(() => [...(Reflect.get(window, 'tags') as Set<string>)]);
  const found = () => callsOf(site).filter((call) => call.includes('author='));
  await openList(tab, site);
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect([found(), await tags()]).toEqual([[], []]);
  await followAuthor(tab, site, ada);
  await expect.poll(tags).toEqual(['following']);
  await button(page, 'Following').click();
  await button(page, 'Follow').waitFor();
  await expect.poll(tags).toEqual([]);
  await button(page, 'Follow').click();
  await button(page, 'Following').waitFor();
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) }),
  );
  await tab.goto('/home');
  await page.waitForLoadState('networkidle');
  const before = found().length;
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(found()).toHaveLength(before);
  await button(page, 'Following').click();
  await expect.poll(() => found().length).toBeGreaterThan(before);
});

test('following on a foreign backend finds new posts with only list and post calls', exhaustive, async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  const [ada, grace] = [await registerAuthor(site), await registerAuthor(site, 'Grace')];
  const id = await publish(site, ada, { title: 'Before', content: 'On #locks' });
  await openList(tab, site);
  await tab.goto(`/blog/${id}`);
  await button(page, 'Follow ada@example.com').click();
  await button(page, 'Following ada@example.com').waitFor();
  await button(page, 'Follow #locks').click();
  await button(page, 'Following #locks').waitFor();
  await expect.poll(() => hasFetchedAllFollows(page)).toBe(true);
  await publish(site, ada, { title: 'Hers', content: '`#code`' });
  await publish(site, grace, { title: 'On locks', content: 'All about #Locks' });
  await publish(site, grace, { title: 'Neither', content: '`#locks` in code' });
  await openFollowing(tab);
  await expect.poll(async () => (await marked(page)).sort()).toEqual(['Hers', 'On locks']);
  await expect
    .poll(async () => (await cards(page).getByRole('heading').allTextContents()).sort())
    .toEqual(['Before', 'Hers', 'On locks']);
  await site.stop();
  await page.reload();
  await expect.poll(async () => (await marked(page)).sort()).toEqual(['Hers', 'On locks']);
  const calls = new Set(callsOf(site).map((call) => call.replace(/[0-9a-f]{24}/g, '{id}')));
  expect([...calls].sort()).toEqual(['GET /blog/posts', 'GET /blog/posts/{id}'].filter((call) => calls.has(call)));
});
