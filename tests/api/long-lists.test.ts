import { setImmediate } from 'node:timers/promises';
import { parseAtomFeed } from 'feedsmith';
import { expect, vi } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { longestList } from '../../src/server/posts/post-lists.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { pagesFrom, read, type TestBackend } from './support/backend.ts';
import { textsOf } from './support/pages-backend.ts';
import { backends, stores } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

/** Reads every page of a list. Returns the sizes of the pages in bytes, and the titles of all posts. */
async function readAllPages(backend: TestBackend, start: string): Promise<{ sizes: number[]; titles: string[] }> {
  const found = { sizes: [] as number[], titles: [] as string[] };
  for await (const response of pagesFrom(backend, start)) {
    const text = await response.text();
    found.sizes.push(Buffer.byteLength(text));
    found.titles.push(...(JSON.parse(text) as StoredPost[]).map(({ title }) => title));
  }
  return found;
}

test('a list page with huge posts has fewer posts; the next pages have the rest', {
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ backend, author }) => {
  const contents = [
    'a'.repeat(400_000),
    // Each of these characters takes one byte in the database, and six as JSON.
    '\u0001'.repeat(150_000),
    '漢'.repeat(limits.content),
    'short',
    '"'.repeat(490_000),
    'also short',
    'b'.repeat(600_000),
  ];
  for (const [number, content] of contents.entries()) {
    expect((await backend.publish(author, { title: `${number}`, content })).status).toBe(201);
  }
  const newestFirst = contents.map((_, number) => `${number}`).toReversed();
  for (const path of [callPaths.posts, callPaths.userPosts(author.userId)]) {
    const { sizes, titles } = await readAllPages(backend, path);
    expect(titles).toEqual(newestFirst);
    // The longest post takes a page of its own.
    expect(sizes.filter((size) => size > longestList + 2)).toHaveLength(1);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.length).toBeLessThan(contents.length);
  }
});

test("the rendered list has the same posts and next link as the API's first page", {
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ pages, backend, author }) => {
  for (const title of ['first', 'second', 'third', 'fourth']) {
    await backend.publish(author, { title, content: 'a'.repeat(400_000) });
  }
  const listed = await backend.request(callPaths.posts);
  const titles = (await read<StoredPost[]>(listed)).map(({ title }) => title);
  expect(titles).toEqual(['fourth', 'third']);
  const home = await pages.page('/home');
  expect(textsOf(home, '.card-title')).toEqual(titles);
  const [data] = textsOf(home, '#first-answers');
  expect(listed.headers.get('Link')).toBe(`<${JSON.parse(data ?? '').posts.page.next}>; rel="next"`);
});

test('the feed has the whole text of posts up to its size limit, then only summaries', {
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ pages, backend, author }) => {
  const posts = [
    { title: 'oldest', content: 'x'.repeat(700_000) },
    { title: 'middle', content: '&'.repeat(400_000) },
    { title: 'newest', content: 'x'.repeat(500_000) },
  ];
  for (const post of posts) await backend.publish(author, post);
  const xml = await (await pages.get('/feed.xml')).text();
  expect(Buffer.byteLength(xml)).toBeLessThan(1_100_000);
  const entries = parseAtomFeed(xml).entries?.map(({ title, summary, content }) => [
    title?.value,
    (summary?.value?.length ?? 0) > 100,
    content?.value?.length,
  ]);
  expect(entries).toEqual([
    ['newest', true, 500_000 + '<p dir="auto"></p>'.length],
    ['middle', true, undefined],
    ['oldest', true, undefined],
  ]);
});

test('a feed of huge posts does not block the event loop, nor escape omitted texts', {
  on: stores,
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ pages, backend, author }) => {
  const content = '&'.repeat(limits.content);
  for (let post = 0; post < limits.page; post++) await backend.publish(author, { content });
  const replaced = vi.spyOn(String.prototype, 'replaceAll');
  let isMade = false;
  const made = pages.get('/feed.xml').finally(() => {
    isMade = true;
  });
  let turns = 0;
  for (; !isMade; turns++) await setImmediate();
  const isEscape = (_: unknown, call: number) => String(replaced.mock.calls[call]?.[0]).includes('&');
  const lengths = replaced.mock.contexts.filter(isEscape).map((text) => String(text).length);
  replaced.mockRestore();
  expect((await made).status).toBe(200);
  expect(Math.max(...lengths)).toBeLessThan(limits.content);
  expect(turns).toBeGreaterThan(limits.page);
});
