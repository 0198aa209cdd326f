// @module-tag exhaustive: takes two minutes; tests/unit/pin-next-posts and plan-pinning stand for it in npm test
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { makeImage, uploadTo } from '../api/support/images.ts';
import { stepTimeoutMs } from '../test-run.ts';
import { type Author, publish, registerAuthor, unpublish } from './support/authors.ts';
import { openBlockedWindow } from './support/blocked-site-data.ts';
import { holdAnswer } from './support/faults.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { callsOf } from './support/received.ts';
import { button, cards, heading, listShows, main, navigate, titles } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openForeignSite, openOwnSite, type Site } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

interface Illustrated {
  ids: string[];
  /** The names of the images; two to a post. */
  images: string[];
}

/** `Post 1` and on, the newest last, each with an uploaded image of its own and another in its text. */
async function publishIllustrated(site: Site, author: Author, count: number): Promise<Illustrated> {
  const [ids, images]: [string[], string[]] = [[], []];
  for (let n = 1; n <= count; n += 1) {
    const some = await Promise.all([2 * n, 2 * n + 1].map((seed) => makeImage({ width: 320, height: 240, seed })));
    for (const image of some) expect((await uploadTo(site.origin, author, image)).status).toBe(201);
    const [imgUrl = '', inText = ''] = some.map(({ name }) => callPaths.image(name));
    const content = `Words of post ${n}.\n\n> ![Picture ${n}](${inText})\n`;
    ids.push(await publish(site, author, { title: `Post ${n}`, imgUrl, content }));
    images.push(...some.map(({ name }) => name));
  }
  return { ids, images };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keep the next ones' });

const says = (page: Page, words: string | RegExp) => dialog(page).getByText(words).waitFor();

async function openDialog(page: Page): Promise<void> {
  await button(page, 'Keep the next ones').click();
  await dialog(page).waitFor();
}

const inCache = (page: Page, name: string) =>
  page.evaluate(async (each) => (await (await caches.open(each)).keys()).map(({ url }) => url), name);

/** Opens each post without a network, and sees its text and both of its pictures. */
async function readsAll(page: Page, site: Site, { ids }: Illustrated): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await page.goto(`${site.origin}/blog/${id}`);
    await heading(page, `Post ${index + 1}`).waitFor();
    await main(page)
      .getByRole('img', { name: `Picture ${index + 1}` })
      .scrollIntoViewIfNeeded();
    await expect
      .poll(() => main(page).evaluate((all) => [...all.querySelectorAll('img')].map((img) => img.naturalWidth > 1)))
      .toEqual([true, true]);
    expect(await main(page).evaluate((all) => [...all.querySelectorAll('img')].map((img) => img.src))).not.toContain(
      `${site.origin}/placeholder.svg`,
    );
  }
}

const evict = (page: Page) =>
  page.evaluate(async () => {
    for (const name of ['lists', 'posts', 'images', 'opaque-images', 'pages']) await caches.delete(name);
  });

test('The next posts are kept with their pictures, through a stopped server and a closed tab', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const illustrated = await publishIllustrated(site, ada, 25);
  await using tab = await openTab(site);
  const { page, context } = tab;
  await watchShifts(tab);
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await openDialog(page);
  await says(page, /^10 posts, about \d+ kB\.$/);
  await dialog(page).getByRole('radio', { name: '50' }).check();
  await says(page, /^25 posts, about \d+ kB\. The list has no more that are not kept\.$/);
  // Post 20 waits for its second image, and then the server is gone.
  const release = site.misbehave(`GET /images/${illustrated.images[39] ?? ''}`, holdAnswer);
  await button(page, 'Keep 25 posts').click();
  await says(page, '5 of 25 kept');
  expect(await shiftsOf(tab)).toEqual([]);
  await site.stop();
  release();
  await says(page, 'Waits for the network, and goes on by itself. What is kept stays.');
  expect(await shiftsOf(tab)).toEqual([]);

  // It goes on by itself, and the tab is closed in the middle of it.
  const again = site.misbehave(`GET /images/${illustrated.images[19] ?? ''}`, holdAnswer);
  await site.start();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await says(page, '15 of 25 kept');
  await page.close();
  again();
  const later = await context.newPage();
  later.setDefaultTimeout(stepTimeoutMs);
  await later.goto(`${site.origin}/blog/${illustrated.ids[24] ?? ''}`);
  await expect.poll(async () => (await inCache(later, 'kept-posts')).length).toBe(25);
  await expect.poll(async () => (await inCache(later, 'kept-images')).length).toBe(50);

  await evict(later);
  await site.stop();
  await readsAll(later, site, illustrated);
  await navigate(later, '/home');
  await button(later, 'On this device').click();
  await main(later)
    .getByRole('heading', { name: /^Kept: 25 posts/ })
    .waitFor();
});

test('What was kept together is taken off again together, and what was kept by hand stays', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const { ids } = await publishIllustrated(site, ada, 4);
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await tab.goto(`/blog/${ids[3]}`);
  await button(page, 'Keep on this device').click();
  await button(page, 'Stop keeping').waitFor();
  await tab.goto('/home');
  await openDialog(page);
  await says(page, /^3 posts, /);
  await button(page, 'Keep 3 posts').click();
  await says(page, '3 of 3 kept');
  await button(page, 'Close').click();
  await button(page, 'On this device').click();
  await main(page)
    .getByRole('heading', { name: /^Kept: 4 posts/ })
    .waitFor();
  await button(page, 'Stop keeping the 3 kept together').click();
  await main(page)
    .getByRole('heading', { name: /^Kept: 1 post,/ })
    .waitFor();
  expect(await titles(page)).toEqual(['Post 4', 'Post 3', 'Post 2', 'Post 1']);
  await expect.poll(async () => (await inCache(page, 'kept-images')).length).toBe(2);
  expect(await inCache(page, 'kept-posts')).toEqual([`${site.api}/blog/posts/${ids[3]}`]);
});

test('A post that is deleted during a break is passed over', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const { ids, images } = await publishIllustrated(site, ada, 4);
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await openDialog(page);
  await says(page, /^4 posts, /);
  const release = site.misbehave(`GET /images/${images[7] ?? ''}`, holdAnswer);
  await button(page, 'Keep 4 posts').click();
  await says(page, '0 of 4 kept');
  await site.stop();
  release();
  await says(page, /^Waits for the network/);
  await site.start();
  await unpublish(site, ada, ids[1] ?? '');
  await button(page, 'Try now').click();
  await says(page, '3 of 4 kept');
  await says(page, '1 post had been deleted meanwhile.');
  expect(await inCache(page, 'kept-posts')).not.toContain(`${site.api}/blog/posts/${ids[1]}`);
});

test.for([
  { where: 'topic’s', pathFor: () => '/topic/travel', wanted: ['Of Ada on travel', 'Of Bob on travel'] },
  { where: 'author’s', pathFor: (ada: Author) => `/author/${ada.userId}`, wanted: ['Of Ada', 'Of Ada on travel'] },
])('On $where page its own posts are kept, and no others', async ({ pathFor, wanted }) => {
  await using site = await openOwnSite();
  const [ada, bob] = [await registerAuthor(site), await registerAuthor(site, 'Bob')];
  const ids = new Map<string, string>();
  for (const [author, title, content] of [
    [ada, 'Of Ada', 'Words.'],
    [ada, 'Of Ada on travel', 'Words on #travel.'],
    [bob, 'Of Bob on travel', 'Words on #travel.'],
    [bob, 'Of Bob', 'Words.'],
  ] as const)
    ids.set(title, await publish(site, author, { title, content }));
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await tab.goto(pathFor(ada));
  await openDialog(page);
  await says(page, /^2 posts, .* The list has no more/);
  await button(page, 'Keep 2 posts').click();
  await says(page, '2 of 2 kept');
  expect((await inCache(page, 'kept-posts')).toSorted()).toEqual(
    wanted.map((title) => `${site.api}/blog/posts/${ids.get(title)}`).toSorted(),
  );
  await button(page, 'Close').click();

  await evict(page);
  await site.stop();
  for (const title of wanted) {
    await page.goto(`${site.origin}/blog/${ids.get(title)}`);
    await heading(page, title).waitFor();
  }
});

test('Where a browser tells that there is less room than is needed, the dialog says so', async () => {
  await using site = await openOwnSite();
  await publishIllustrated(site, await registerAuthor(site), 2);
  await using tab = await openTab(site);
  const { page } = tab;
  // Chromium tells another quota than its own.
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: location.search ? 1_000_000 : 10_000, usage: 9_000 });
  });
  const words = dialog(page).getByText('This device may not have room for all of it. What fits will be kept.');
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await openDialog(page);
  await words.waitFor();
  await button(page, 'Keep 2 posts').waitFor();
  await tab.goto('/home?roomy');
  await openDialog(page);
  await says(page, /^2 posts, about \d+ kB/);
  expect(await words.count()).toBe(0);
});

test('Where the room ends in the middle, what is kept stays, and the rest is kept when there is room', async () => {
  await using site = await openOwnSite();
  const { images } = await publishIllustrated(site, await registerAuthor(site), 3);
  await using tab = await openTab(site);
  const { page, context } = tab;
  const session = await context.newCDPSession(page);
  const allow = (quota: object) => session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, ...quota });
  await tab.goto('/home');
  await waitUntilCached(page, site);
  const release = site.misbehave(`GET /images/${images[3] ?? ''}`, holdAnswer);
  await openDialog(page);
  await button(page, 'Keep 3 posts').click();
  await says(page, '1 of 3 kept');
  await allow({ quotaSize: 1 });
  release();
  await says(page, 'This device has no room for more. What is kept stays.');
  expect((await inCache(page, 'kept-images')).length).toBeGreaterThanOrEqual(2);
  await allow({});
  await button(page, 'Try again').click();
  await says(page, '3 of 3 kept');
});

test('A foreign backend gets no new kind of call, nor do the hosts of pictures', async () => {
  const asked: string[] = [];
  await using pictures = await openLoopback(await freePort(), (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>');
  });
  await using site = await openForeignSite();
  const ada = await registerAuthor(site);
  const address = (name: string) => `http://127.0.0.1:${pictures.port}/${name}.svg`;
  for (let n = 1; n <= 12; n += 1) {
    const content = `Words.\n\n![In the text](${address(`text-${n}`)})`;
    await publish(site, ada, { title: `Post ${n}`, imgUrl: address(`post-${n}`), content });
  }
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await openDialog(page);
  await says(page, /^10 posts, at least \d+ kB\.$/);
  await says(page, 'Of unknown size: 20 pictures of other sites.');
  expect(asked.filter((call) => call.includes('text'))).toEqual([]);
  await button(page, 'Keep 10 posts').click();
  await says(page, '10 of 10 kept');
  expect((await inCache(page, 'kept-images')).length).toBe(20);
  expect(asked.filter((call) => !/^GET \/(post|text)-\d+\.svg$/.test(call))).toEqual([]);
  expect(new Set(callsOf(site).map((call) => call.replace(/[0-9a-f]{24}/, '{id}')))).toEqual(
    new Set(['POST /auth/register', 'POST /blog/posts', 'GET /blog/posts'].filter((call) => call.startsWith('GET'))),
  );
  await button(page, 'Close').click();

  await pictures.stop();
  await site.stop();
  await evict(page);
  await cards(page).getByRole('link', { name: 'Post 1', exact: true }).click();
  await expect
    .poll(() => main(page).evaluate((all) => [...all.querySelectorAll('img')].map((img) => img.naturalWidth)))
    .toEqual([300, 300]);
});

test('With Save-Data nothing is loaded until the reader agrees, and no picture until the size was said', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publishIllustrated(site, ada, 3);
  await using tab = await openTab(site);
  const { page } = tab;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await tab.goto('/home');
  await waitUntilCached(page, site);
  // Those of the cards are the list's own.
  const areShown = () =>
    page
      .locator('main img')
      .evaluateAll((images: HTMLImageElement[]) => images.every((image) => image.naturalWidth > 0));
  await expect.poll(areShown).toBe(true);
  const before = site.received.length;
  await openDialog(page);
  await says(page, /^Your browser is set to save data\. Finding out the size/);
  // The app's own files are another matter: on a slow machine the worker does not have the dialog's yet.
  const loaded = site.received.slice(before).map(({ path }) => path);
  expect(loaded.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  await button(page, 'Find out the size').click();
  await says(page, /^3 posts, about \d+ kB/);
  await says(page, 'Your browser is set to save data. Load that much now?');
  expect(await inCache(page, 'kept-posts')).toEqual([]);
  await button(page, 'Keep 3 posts').click();
  await says(page, '3 of 3 kept');
});

test('Where storage is forbidden, the dialog says that nothing can be kept', async () => {
  await using site = await openOwnSite();
  await publish(site, await registerAuthor(site), { title: 'One' });
  await using window = await openBlockedWindow();
  const { page } = window;
  await page.goto(`${site.origin}/home`);
  await listShows(page, ['One']);
  await openDialog(page);
  await dialog(page).getByText('This browser keeps nothing here to read without a network.').waitFor();
});

test('By keyboard: opened, a number chosen, begun, stopped, and the focus is back on the button', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const { images } = await publishIllustrated(site, ada, 3);
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  site.misbehave(`GET /images/${images[1] ?? ''}`, holdAnswer);
  await button(page, 'Keep the next ones').press('Enter');
  await says(page, /^3 posts, /);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => dialog(page).getByRole('radio', { name: '25' }).isChecked()).toBe(true);
  await dialog(page).locator('button[aria-disabled="false"]').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await says(page, '2 of 3 kept');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Stop here');
  await page.keyboard.press('Enter');
  await says(page, 'How many');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep the next ones');
});
