// @vitest-environment node
import { expect, test } from 'vitest';
import { isPostBody, parseList, postIdOf } from '../../src/data/cache/cached-posts.ts';
import type { CachedResponse } from '../../src/data/cache/cached-response.ts';
import { putCachedAndEvict, readAllCached, readCached } from '../../src/data/cache/response-cache.ts';
import { maxEntries } from '../../src/data/storage/max-entries.ts';
import { cacheNames } from '../../src/data/storage/storage-names.ts';
import { openCaches } from './support/cache-storage.ts';
import { stubGlobal } from './support/global.ts';

stubGlobal('location', new URL('https://host.example'));

const copyOf = (url: string, callNumber = 0): CachedResponse => ({
  url,
  body: '[]',
  link: null,
  callNumber,
  isStale: false,
});
const address = (n: number) => `https://host.example/blog/posts?page=${n}`;

test('A cached response is read back as it was stored', async () => {
  using _ = openCaches();
  const copy: CachedResponse = {
    url: address(1),
    body: '[{"_id":"ü😀"}]',
    link: '<?a>; rel="next"',
    callNumber: 17,
    isStale: true,
  };
  await putCachedAndEvict('lists', copy);
  expect(await readCached('lists', address(1))).toEqual(copy);
  expect(await readCached('own', address(1))).toBeUndefined();
});

test.each(['lists', 'own', 'posts'] as const)(
  'Of the cached %s those stored longest ago are evicted first',
  async (name) => {
    using kept = openCaches();
    const bound = maxEntries[name];
    for (let n = 0; n < bound; n += 1) await putCachedAndEvict(name, copyOf(address(n), n));
    expect(kept.urlsIn(cacheNames[name])).toHaveLength(bound);
    await putCachedAndEvict(name, copyOf(address(0), bound));
    await putCachedAndEvict(name, copyOf(address(bound), bound + 1));
    expect(kept.urlsIn(cacheNames[name])).toHaveLength(bound);
    expect(kept.urlsIn(cacheNames[name])).not.toContain(address(1));
    expect(kept.urlsIn(cacheNames[name]).slice(-2)).toEqual([address(0), address(bound)]);
  },
);

test.each(['posts', 'read'] as const)(
  'In WebKit too, the cached %s that are stored again outlive those stored before',
  async (name) => {
    using kept = openCaches();
    kept.leavesReplaced = true;
    const bound = maxEntries[name];
    for (let n = 0; n < bound; n += 1) await putCachedAndEvict(name, copyOf(address(n)));
    await putCachedAndEvict(name, { ...copyOf(address(0)), body: '["again"]' });
    await putCachedAndEvict(name, copyOf(address(bound)));
    expect(kept.urlsIn(cacheNames[name])).toHaveLength(bound);
    expect(kept.urlsIn(cacheNames[name])).not.toContain(address(1));
    expect((await readCached(name, address(0)))?.body).toBe('["again"]');
  },
);

test('Older pages of a list are evicted before its first page, however long ago that was stored', async () => {
  using kept = openCaches();
  const beginning = 'https://host.example/blog/posts';
  await putCachedAndEvict('lists', copyOf(beginning));
  for (let n = 0; n < maxEntries.lists + 3; n += 1) await putCachedAndEvict('lists', copyOf(address(n), n));
  expect(kept.urlsIn(cacheNames.lists)).toHaveLength(maxEntries.lists);
  expect(kept.urlsIn(cacheNames.lists)).toContain(beginning);
});

test('Pinned posts have no bound', async () => {
  using kept = openCaches();
  const count = maxEntries.posts + 1;
  for (let n = 0; n < count; n += 1) await putCachedAndEvict('pinned', copyOf(address(n), n));
  expect(kept.urlsIn(cacheNames.pinned)).toHaveLength(count);
});

test('No cached response is evicted for its age', async () => {
  using _ = openCaches();
  await putCachedAndEvict('lists', copyOf(address(1), 0));
  await putCachedAndEvict('lists', copyOf(address(2), Date.now()));
  expect(await readCached('lists', address(1))).toBeDefined();
});

test('All cached responses are read with that of the latest call first', async () => {
  using _ = openCaches();
  for (const order of [2, 3, 1]) await putCachedAndEvict('lists', copyOf(address(order), order));
  expect((await readAllCached('lists')).map(({ callNumber }) => callNumber)).toEqual([3, 2, 1]);
});

test('On a full device images are evicted, and the response is stored', async () => {
  using kept = openCaches();
  const images = await caches.open(cacheNames.images);
  await images.put('https://host.example/a.png', new Response('a'));
  await images.put('https://host.example/b.png', new Response('b'));
  await putCachedAndEvict('lists', copyOf(address(1)));
  kept.room = 3;
  await putCachedAndEvict('lists', copyOf(address(2)));
  expect(kept.urlsIn(cacheNames.lists)).toEqual([address(1), address(2)]);
  expect(kept.urlsIn(cacheNames.images)).toEqual([]);
});

test('A failure other than a full device evicts no images', async () => {
  using kept = openCaches();
  await (await caches.open(cacheNames.images)).put('https://host.example/a.png', new Response('a'));
  await expect(putCachedAndEvict('lists', copyOf('data:,x'))).rejects.toThrow(TypeError);
  expect(kept.urlsIn(cacheNames.images)).toHaveLength(1);
});

test('only a list is taken for one, and only a post for one', () => {
  expect(parseList('[1,{"_id":2}]')).toEqual([1, { _id: 2 }]);
  for (const text of ['', '{}', 'null', '[1', '<!doctype html>']) expect(parseList(text), text).toBeUndefined();
  expect(isPostBody('{"_id":2}')).toBe(true);
  for (const text of ['', '{}', 'null', '[]', '{"_id":', '<p>']) expect(isPostBody(text), text).toBe(false);
  expect(postIdOf({ _id: 2 })).toBe('2');
  expect(postIdOf({ id: 2 })).toBeUndefined();
});
