import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { read } from './support/backend.ts';
import { metaOf, type Pages, parse, structuredDataOf, textOf } from './support/pages-backend.ts';
import { backends } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

const hydrationOf = (page: Document) => JSON.parse(textOf(page, '#first-answers') ?? '');

async function feedOf({ get }: Pages) {
  const { DOMParser } = parse('').defaultView ?? {};
  if (!DOMParser) throw new Error('no window');
  const feed = new DOMParser().parseFromString(await (await get('/feed.xml')).text(), 'application/xml');
  const timesOf = (element: Element, name: string) =>
    [...element.children].filter(({ tagName }) => tagName === name).map(({ textContent }) => textContent);
  const entries = [...feed.getElementsByTagName('entry')];
  return {
    updated: timesOf(feed.documentElement, 'updated'),
    entries: entries.map((entry) => [timesOf(entry, 'published'), timesOf(entry, 'updated')].flat()),
  };
}

test('pages, feed and sitemap say when a post was published and edited', async ({ pages, backend, author }) => {
  const [older, newer] = await backend.publishMany(author, 2);
  if (!older || !newer) throw new Error('no posts');
  const before = await pages.page(`/blog/${older._id}`);
  expect(hydrationOf(before).post).toMatchObject({ version: 1, createdAt: older.createdAt });
  expect([hydrationOf(before).post.updatedAt, metaOf(before, 'article:modified_time')]).toEqual([undefined, undefined]);
  expect(await feedOf(pages)).toMatchObject({ updated: [newer.createdAt] });

  const { updatedAt = '' } = await read(await backend.edit(author, older, { title: 'Edited' }));
  const page = await pages.page(`/blog/${older._id}`);
  expect(metaOf(page, 'article:published_time')).toBe(older.createdAt);
  expect(metaOf(page, 'article:modified_time')).toBe(updatedAt);
  expect(structuredDataOf(page)).toMatchObject({ datePublished: older.createdAt, dateModified: updatedAt });
  expect(hydrationOf(page).post).toMatchObject({ version: 2, createdAt: older.createdAt, updatedAt });
  const listed = hydrationOf(await pages.page('/home')).posts.page.posts;
  expect(listed).toMatchObject([{ version: 1 }, { title: 'Edited', version: 2, updatedAt }]);
  expect(await feedOf(pages)).toEqual({
    updated: [updatedAt],
    entries: [
      [newer.createdAt, newer.createdAt],
      [older.createdAt, updatedAt],
    ],
  });
  const sitemap = await (await pages.get(`/sitemap-${older._id}.xml`)).text();
  const lastmods = [...sitemap.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, time]) => time);
  expect(lastmods).toEqual([updatedAt, newer.createdAt]);
});

test('every server renders an edit at once, under a new ETag', async ({ pages, backend, author }) => {
  let post = await read(await backend.publish(author, { title: 'Turn 0', content: 'Text of turn 0' }));
  const lists = [callPaths.posts, callPaths.userPosts(author.userId)];
  const paths = ['/home', `/blog/${post._id}`, '/feed.xml', callPaths.post(post._id), ...lists];
  const tags = new Map<string, Set<string | null>>(paths.map((path) => [path, new Set()]));
  for (let turn = 0; turn < 4; turn++) {
    const [title, content] = [`Turn ${turn}`, `Text of turn ${turn}`];
    if (turn > 0) post = await read(await backend.edit(author, post, { title, content }));
    // Asks three times, so that each of three servers answers.
    for (let server = 0; server < 3; server++) {
      for (const path of paths) {
        const known = [...(tags.get(path) ?? [])];
        const response = await pages.get(path, server === 0 ? { 'If-None-Match': known.join() } : {});
        tags.get(path)?.add(response.headers.get('ETag'));
        expect([path, (await response.text()).includes(title)]).toEqual([path, true]);
      }
    }
  }
  expect([...tags.values()].map(({ size }) => size)).toEqual(paths.map(() => 4));
});
