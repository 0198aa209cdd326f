// @vitest-environment node
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { callUrl } from '../../src/data/api/host.ts';
import { findCachedPost } from '../../src/data/cache/cached-posts.ts';
import type { CachedResponse } from '../../src/data/cache/cached-response.ts';
import { readDeletedSince, recordDeletedPosts, removeFromLists } from '../../src/data/cache/deleted-posts.ts';
import { mergeBehindNewer, stitchList } from '../../src/data/cache/list-stitching.ts';
import { postsDroppedFromLists } from '../../src/data/cache/posts-dropped-from-lists.ts';
import { putCached, readCached } from '../../src/data/cache/response-cache.ts';
import { openCaches } from './support/cache-storage.ts';
import { stubGlobal } from './support/global.ts';
import { openRecords } from './support/records.ts';

const app = 'https://app.example';

/** A device whose caches are in memory. */
function openDevice() {
  const stack = new AsyncDisposableStack();
  stack.use(stubGlobal('location', new URL(app)));
  stack.use(openCaches());
  stack.use(openRecords());
  return stack;
}

const urlOf = (id: string) => callUrl(callPaths.post(id));
const post = (id: string, version?: number) => ({
  _id: id,
  title: id,
  imgUrl: '',
  content: `${id} ${version}`,
  version,
});

const cached = (url: string, value: unknown, callNumber: number, more?: Partial<CachedResponse>): CachedResponse => ({
  url,
  body: JSON.stringify(value),
  link: null,
  callNumber,
  isStale: false,
  ...more,
});

const [home, second] = [`${app}/blog/posts`, `${app}/blog/posts?page=2`];
const link = `<${second}>; rel="next"`;

/** A page that has entries of the calls 3 to `callNumber`. */
const assembled = (value: unknown, callNumber: number) =>
  cached(second, value, callNumber, { isStale: true, source: 'pieces', calls: [3, callNumber] });

const contentOf = (copy: CachedResponse | undefined) => copy && JSON.parse(copy.body).content;

test('a post is opened as it was read by itself, not as an assembled page has it from before', async () => {
  await using _ = openDevice();
  await putCached('posts', cached(urlOf('a'), post('a', 2), 8));
  await putCached('lists', assembled([post('a', 1)], 9));
  expect(contentOf(await findCachedPost('a', urlOf('a')))).toBe('a 2');
});

test('a post is opened as an assembled page has it, if its version is later there', async () => {
  await using _ = openDevice();
  await putCached('posts', cached(urlOf('a'), post('a', 1), 5));
  await putCached('lists', assembled([post('a', 2)], 9));
  expect(contentOf(await findCachedPost('a', urlOf('a')))).toBe('a 2');
});

test('a post is opened as its last answer has it, not in a later version that an assembled page has from before', async () => {
  await using _ = openDevice();
  await putCached('lists', assembled([post('a', 4)], 9));
  await putCached('lists', cached(home, [post('a', 1)], 10));
  expect(contentOf(await findCachedPost('a', urlOf('a')))).toBe('a 1');
  await putCached('posts', cached(urlOf('a'), post('a', 2), 11));
  expect(contentOf(await findCachedPost('a', urlOf('a')))).toBe('a 2');
});

test('a post that leaves an assembled page is cached by itself in its later version', async () => {
  await using _ = openDevice();
  await putCached('posts', cached(urlOf('a'), post('a', 1), 5));
  const [copy] = await postsDroppedFromLists([assembled([post('a', 2)], 9)], []);
  expect(contentOf(copy)).toBe('a 2');
  expect(copy?.callNumber).toBe(5);
});

test('a post that leaves an assembled page takes the place of none that was read since', async () => {
  await using _ = openDevice();
  await putCached('posts', cached(urlOf('a'), post('a', 2), 5));
  expect(await postsDroppedFromLists([assembled([post('a', 1)], 9)], [])).toEqual([]);
});

test('a post that leaves a page takes the place of none that was answered since, whatever its version', async () => {
  await using _ = openDevice();
  await putCached('posts', cached(urlOf('a'), post('a', 1), 10));
  expect(await postsDroppedFromLists([assembled([post('a', 4)], 9)], [])).toEqual([]);
  expect(await postsDroppedFromLists([cached(home, [post('a', 4)], 9)], [])).toEqual([]);
});

test('a post that leaves a page is cached by itself, unless a list has it as it was there, or from a later call', async () => {
  await using _ = openDevice();
  const left = cached(`${app}/blog/posts`, [post('a', 2), post('b', 2), post('c', 2)], 9);
  await putCached('lists', cached(`${app}/blog/posts?page=3`, [post('a', 1), post('b', 2)], 5));
  await putCached('lists', cached(`${app}/blog/posts?page=4`, [post('c', 3)], 10));
  const copies = await postsDroppedFromLists([left], []);
  expect(copies.map(contentOf)).toEqual(['a 2']);
  await putCached('posts', copies[0] as CachedResponse);
  expect(contentOf(await findCachedPost('a', urlOf('a')))).toBe('a 2');
});

test('a post that was deleted since leaves an assembled page for good, and another page with its number', async () => {
  await using _ = openDevice();
  await recordDeletedPosts(['a'], 6);
  const later = cached(`${app}/blog/posts`, [post('a', 2)], 9);
  expect(await postsDroppedFromLists([assembled([post('a', 1)], 9)], [])).toEqual([]);
  const [copy] = await postsDroppedFromLists([assembled([post('a', 1)], 9), later], []);
  expect(copy).toMatchObject({ callNumber: 9 });
  expect(contentOf(copy)).toBe('a 2');
});

test('a deleted post is removed from assembled pages that may have it from before, and from no later ones', async () => {
  await using _ = openDevice();
  const page = assembled([post('a'), post('b')], 9);
  await putCached('lists', page);
  expect(await removeFromLists(['a'], 3, ['lists'])).toEqual([]);
  expect(await removeFromLists(['a'], 4, ['lists'])).toEqual([page.url]);
  expect(await readCached('lists', page.url)).toMatchObject({ body: JSON.stringify([post('b')]), calls: [3, 9] });
});

test('an answer that comes late leaves the number of the later one that has shown a post to be deleted', async () => {
  await using _ = openDevice();
  await recordDeletedPosts(['a'], 12);
  await recordDeletedPosts(['a'], 5);
  expect((await readDeletedSince(8))('a')).toBe(true);
});

test('an assembled page knows the earliest call that it has an entry of', async () => {
  await using _ = openDevice();
  const old = cached(home, [post('c'), post('b')], 3, { link });
  await putCached('lists', old);
  await putCached('lists', cached(second, [post('a')], 9));
  const { put } = await stitchList('lists', cached(home, [post('d'), post('c')], 12, { link }), old);
  expect(put).toMatchObject([{ url: second, callNumber: 9, calls: [3, 9] }]);
  const late = await mergeBehindNewer('lists', cached(second, [post('a')], 11), put[0]);
  expect(late.source).toBeUndefined();
  await putCached('lists', cached(home, [post('d'), post('c')], 12, { link }));
  expect(await mergeBehindNewer('lists', cached(second, [post('a')], 11), put[0])).toMatchObject({ calls: [3, 11] });
});

test('an assembled page knows the latest call that it has an entry of', async () => {
  await using _ = openDevice();
  const old = cached(home, [post('c'), post('b', 2)], 9, { link });
  await putCached('lists', old);
  await putCached('lists', cached(second, [post('a')], 3));
  await putCached('posts', cached(urlOf('b'), post('b', 1), 5));
  const fresh = cached(home, [post('d'), post('c')], 12, { link });
  const { put } = await stitchList('lists', fresh, old);
  expect(put).toMatchObject([{ url: second, callNumber: 3, calls: [3, 9] }]);
  for (const page of [...put, fresh]) await putCached('lists', page);
  expect(contentOf(await findCachedPost('b', urlOf('b')))).toBe('b 2');
  const before = await readCached('lists', second);
  expect(before).toMatchObject({ calls: [3, 9] });
  expect(await mergeBehindNewer('lists', cached(second, [post('a')], 4), before)).toMatchObject({ calls: [3, 9] });
});
