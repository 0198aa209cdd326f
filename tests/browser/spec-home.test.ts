import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { holdAnswer, internalError, json } from './support/faults.ts';
import { pixelDataUrl } from './support/images.ts';
import { button, cards, heading, isAt, listShows, navigate, shows, titles } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

testFirst(sites)(
  'the list is loading until it is there, and says so when it is empty ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const heal = site.misbehave('GET /blog/posts', holdAnswer);
    await using tab = await openTab(site, beforeWorker);
    await tab.goto('/login');
    await navigate(tab.page, '/home');
    await heading(tab.page, 'All Blogs').waitFor();
    await shows(tab.page, 'Loading blogs...');
    heal();
    await shows(tab.page, 'No blogs available at the moment.');
  },
);

testFirst(sites)('a list that cannot be had says so ($backend backend)', async ({ open }) => {
  await using site = await open();
  site.misbehave('GET /blog/posts', internalError);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/login');
  await navigate(tab.page, '/home');
  await shows(tab.page, 'Failed to fetch blog posts.');
});

test.for(sites)('Cards are in the backend’s order, whichever that is ($backend backend)', async ({ open }) => {
  await using site = await open();
  const ada = await registerAuthor(site);
  for (const title of ['First', 'Second', 'Third']) await publish(site, ada, { title });
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/home');
  const oldestFirst = ['First', 'Second', 'Third'];
  await listShows(tab.page, site.kind === 'own' ? oldestFirst.toReversed() : oldestFirst);
});

testFirst(sites)('a click anywhere on a card opens its post ($backend backend)', async ({ open }) => {
  await using site = await open();
  const id = await publish(site, await registerAuthor(site), { title: 'Where to click', content: 'Here.' });
  await using tab = await openTab(site, beforeWorker);
  const parts = [cards(tab.page).getByRole('heading'), cards(tab.page).locator('img'), cards(tab.page).locator('time')];
  for (const part of parts) {
    await tab.goto('/home');
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await tab.page.mouse.click(x + width / 2, y + height / 2);
    await isAt(tab.page, `/blog/${id}`);
  }
  await shows(tab.page, 'Here.');
});

test('a card shows image, title, two lines of summary and the date as the reader’s locale writes it', async () => {
  await using site = await openForeignSite();
  const createdAt = '2026-03-09T12:00:00.000Z';
  const summary = 'It goes on and on, far beyond what two lines can hold. '.repeat(20);
  site.misbehave('GET /blog/posts', json([{ _id: 'a1', title: 'A card', summary, imgUrl: pixelDataUrl, createdAt }]));
  await using tab = await openTab(site, { locale: 'de-DE' });
  await tab.goto('/home');
  const card = cards(tab.page).first();
  await card.getByRole('heading', { name: 'A card' }).waitFor();

  const image = await card.locator('img').boundingBox();
  expect([image?.width, image?.height]).toEqual([176, 176]);
  expect(await card.locator('img').getAttribute('src')).toBe(pixelDataUrl);
  expect(await card.locator('time').textContent()).toBe('9.3.2026');
  const text = card.getByText('It goes on and on').first();
  const lines = await text.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(lines).toBeCloseTo(2, 1);
});

test('An image that cannot be shown is the placeholder, never a broken icon', async () => {
  const images = {
    // The first card's is loaded before the others.
    'not there': '/no/such/image.png',
    missing: undefined,
    empty: '',
    'on a host that does not answer': 'http://127.0.0.1:9/image.png',
    'at no address at all': 'not an address',
  };
  const posts = Object.entries(images).map(([title, imgUrl]) => ({ _id: title, title, imgUrl }));
  await using site = await openForeignSite();
  site.misbehave('GET /blog/posts', json(posts));
  await using tab = await openTab(site, { ...beforeWorker, viewport: { width: 800, height: 3_000 } });
  await tab.goto('/home');
  await listShows(tab.page, Object.keys(images));
  for (const title of Object.keys(images)) {
    const image = cards(tab.page).filter({ hasText: title }).locator('img');
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0), { message: title })
      .toBe(true);
    const path = await image.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
    expect(path, title).toContain('placeholder');
  }
});

test('older posts of the own backend come as the reader scrolls', async () => {
  const [{ open }] = sites;
  await using site = await open();
  const ada = await registerAuthor(site);
  const all = Array.from({ length: 45 }, (_, index) => `Post ${index + 1}`);
  for (const title of all) await publish(site, ada, { title });
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/home');
  await expect.poll(() => titles(tab.page)).toContain('Post 45');
  await expect
    .poll(
      async () => {
        await tab.page.mouse.wheel(0, 4_000);
        return titles(tab.page);
      },
      { timeout: scaled(15_000) },
    )
    .toEqual(all.toReversed());
  expect(await button(tab.page, 'Show more').count()).toBe(0);
});

test('Of 10,000 posts in one answer the page has those near the screen, and goes on as one scrolls', async () => {
  await using site = await openForeignSite();
  const posts = Array.from({ length: 10_000 }, (_, n) => ({ _id: `p${n}`, title: `Post ${n}`, content: 'Text' }));
  site.misbehave('GET /blog/posts', json(posts));
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/home');
  await expect.poll(() => titles(tab.page)).toContain('Post 0');
  const scrolled = async () => {
    await tab.page.mouse.wheel(0, 4_000);
    return titles(tab.page);
  };
  await expect.poll(scrolled).toContain('Post 150');
  expect(await cards(tab.page).count()).toBeLessThan(400);
});
