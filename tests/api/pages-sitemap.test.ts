import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { origin } from './support/backend.ts';
import { openPages, type Pages } from './support/pages-backend.ts';
import { backends, stores } from './support/stores.ts';

/** As a strict parser of XML reads it. */
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

for (const store of backends) {
  test(`${store.name}: robots.txt and the sitemaps lead crawlers to every page`, async () => {
    await using pages = await openPages(store);
    const author = await pages.backend.register();
    const posts = await pages.backend.publishMany(author, 3);
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

  test(`${store.name}: a sitemap is up to date, and an unchanged one gets 304`, async () => {
    await using pages = await openPages(store);
    const author = await pages.backend.register();
    const [post] = await pages.backend.publishMany(author, 2);
    const map = async () => pathOf(locationsIn(await xml(pages, '/sitemap.xml')).at(-1) ?? '');
    const before = await map();
    const tag = (await pages.get(before)).headers.get('ETag') ?? '';
    expect((await pages.get(before, { 'If-None-Match': tag })).status).toBe(304);
    await pages.backend.request(callPaths.post(post?._id ?? ''), { method: 'DELETE', headers: author.bearer });
    expect(locationsIn(await xml(pages, await map()))).not.toContain(`${origin}/blog/${post?._id}`);
  });

  test(`${store.name}: without posts, the sitemap still has the other pages`, async () => {
    await using pages = await openPages(store);
    const maps = locationsIn(await xml(pages, '/sitemap.xml'));
    expect(maps).toHaveLength(1);
    expect(locationsIn(await xml(pages, pathOf(maps[0] ?? '')))).toEqual([`${origin}/`, `${origin}/home`]);
  });
}

for (const store of stores) {
  test(`${store.name}: accounts without posts are not in the sitemap of authors`, async () => {
    await using pages = await openPages(store);
    await pages.backend.register('nobody@example.com');
    const author = await pages.backend.register();
    await pages.backend.publish(author);
    expect(locationsIn(await xml(pages, '/sitemap-authors.xml'))).toEqual([`${origin}/author/${author.userId}`]);
  });
}
