import { setImmediate } from 'node:timers/promises';
import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { origin } from './support/backend.ts';
import type { Pages } from './support/pages-backend.ts';
import { backends, sqlite, stores } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

/** Requests a document, and parses it strictly as XML. */
async function xml(pages: Pages, address: string): Promise<Document> {
  const response = await pages.get(address);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/xml']);
  return new JSDOM(await response.text(), { contentType: 'application/xml' }).window.document;
}

const locationsIn = (document: Document) =>
  [...document.getElementsByTagNameNS('http://www.sitemaps.org/schemas/sitemap/0.9', 'loc')].map(
    ({ textContent }) => textContent ?? '',
  );

const pathOf = (address: string) => address.slice(origin.length);

test('robots.txt and the sitemaps lead crawlers to every page', async ({ pages, backend, author }) => {
  const posts = await backend.publishMany(author, 3);
  const robots = await pages.get('/robots.txt');
  expect(robots.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const [, address = ''] = /^Sitemap: (.+)$/m.exec(await robots.text()) ?? [];
  const index = await xml(pages, pathOf(address));
  expect(index.documentElement.localName).toBe('sitemapindex');
  const maps = await Promise.all(locationsIn(index).map((map) => xml(pages, pathOf(map))));
  expect(maps.map(({ documentElement }) => documentElement.localName)).toEqual(['urlset', 'urlset', 'urlset']);
  expect(maps.flatMap(locationsIn)).toEqual([
    `${origin}/`,
    `${origin}/home`,
    `${origin}/author/${author.userId}`,
    ...posts.map(({ _id }) => `${origin}/blog/${_id}`),
  ]);
  for (const address of maps.flatMap(locationsIn)) expect((await pages.get(pathOf(address))).status).toBe(200);
  const changed = maps.flatMap((map) => [...map.getElementsByTagName('lastmod')].map((date) => date.textContent));
  expect(changed).toEqual(posts.map(({ createdAt }) => createdAt));
});

test('a deleted post leaves the sitemap at once; an unchanged sitemap gets 304', async ({ pages, backend, author }) => {
  const [post] = await backend.publishMany(author, 2);
  const map = async () => pathOf(locationsIn(await xml(pages, '/sitemap.xml')).at(-1) ?? '');
  const before = await map();
  const tag = (await pages.get(before)).headers.get('ETag') ?? '';
  expect((await pages.get(before, { 'If-None-Match': tag })).status).toBe(304);
  await backend.remove(author, post?._id ?? '');
  expect(locationsIn(await xml(pages, await map()))).not.toContain(`${origin}/blog/${post?._id}`);
});

test('without posts, the sitemap still has the other pages', async ({ pages }) => {
  const maps = locationsIn(await xml(pages, '/sitemap.xml'));
  expect(maps).toHaveLength(1);
  expect(locationsIn(await xml(pages, pathOf(maps[0] ?? '')))).toEqual([`${origin}/`, `${origin}/home`]);
});

test('a sitemap of 50,000 posts does not block the event loop', { on: sqlite }, async ({ pages, backend, author }) => {
  const count = 50_001;
  await sql`insert into posts (id, author_id, title, summary, img_url, content, created_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select printf('0199b2c5-0000-7000-8000-%012d', n), ${author.userId}, '', '', '', '', '2026-01-01T00:00:00.000Z'
    from numbers`.execute(backend.db);
  const maps = [];
  let turns = 0;
  for (const map of locationsIn(await xml(pages, '/sitemap.xml'))) {
    let isMade = false;
    const made = pages.get(pathOf(map)).finally(() => {
      isMade = true;
    });
    for (; !isMade; turns++) await setImmediate();
    // Searches the text, because parsing so many addresses into a DOM takes seconds.
    const text = await (await made).text();
    maps.push([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address));
  }
  expect(maps.map(({ length }) => length)).toEqual([2, 1, 50_000, 1]);
  expect(new Set(maps.flat().filter((address) => address?.includes('/blog/'))).size).toBe(count);
  expect(turns).toBeGreaterThan(50);
});

test('the topic sitemap lists each topic in use a single time', { on: stores }, async ({ store, pages, backend }) => {
  const [gone, author] = [await backend.register('eve@example.com'), await backend.register()];
  await backend.publish(gone, { content: '#apple #pear' });
  for (const content of ['#pear', '#zebra', '#pear #zebra']) await backend.publish(author, { content });
  const listed = async () => locationsIn(await xml(pages, '/sitemap-topics.xml')).map(pathOf);
  expect(await listed()).toEqual(['/topic/apple', '/topic/pear', '/topic/zebra']);
  if (store.name === sqlite.name) await sql`pragma foreign_keys = off`.execute(backend.db);
  await backend.db.deleteFrom('users').where('id', '=', gone.userId).execute();
  expect(await listed()).toEqual(['/topic/pear', '/topic/zebra']);
});

test('accounts without posts are not in the sitemap of authors', { on: stores }, async ({ pages, backend }) => {
  await backend.register('nobody@example.com');
  const author = await backend.register();
  await backend.publish(author);
  expect(locationsIn(await xml(pages, '/sitemap-authors.xml'))).toEqual([`${origin}/author/${author.userId}`]);
});
