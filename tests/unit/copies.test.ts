// @vitest-environment node
import { expect, test } from 'vitest';
import { allCopies, type Copy, findCopy, keepCopy } from '../../src/data/copies/cache.ts';
import { entriesOf, idOf, isPost } from '../../src/data/copies/posts.ts';
import { bounds, cacheNames } from '../../src/data/storage.ts';
import { openCaches } from './support/cache-storage.ts';

const copyOf = (url: string, keptAt = 0): Copy => ({ url, body: '[]', link: null, keptAt, outdated: false });
const address = (n: number) => `https://host.example/blog/posts?page=${n}`;

test('a copy is found again as it was kept', async () => {
  using _ = openCaches();
  const copy: Copy = { url: address(1), body: '[{"_id":"ü😀"}]', link: '<?a>; rel="next"', keptAt: 17, outdated: true };
  await keepCopy('lists', copy);
  expect(await findCopy('lists', address(1))).toEqual(copy);
  expect(await findCopy('own', address(1))).toBeUndefined();
});

test.each(['lists', 'own', 'posts'] as const)('the copies of %s that were kept longest ago go first', async (name) => {
  using kept = openCaches();
  const bound = bounds[name];
  for (let n = 0; n < bound; n += 1) await keepCopy(name, copyOf(address(n), n));
  expect(kept.urlsIn(cacheNames[name])).toHaveLength(bound);
  await keepCopy(name, copyOf(address(0), bound));
  await keepCopy(name, copyOf(address(bound), bound + 1));
  expect(kept.urlsIn(cacheNames[name])).toHaveLength(bound);
  expect(kept.urlsIn(cacheNames[name])).not.toContain(address(1));
  expect(kept.urlsIn(cacheNames[name]).slice(-2)).toEqual([address(0), address(bound)]);
});

test('older pages of a list go before its beginning, however long ago that was put', async () => {
  using kept = openCaches();
  const beginning = 'https://host.example/blog/posts';
  await keepCopy('lists', copyOf(beginning));
  for (let n = 0; n < bounds.lists + 3; n += 1) await keepCopy('lists', copyOf(address(n), n));
  expect(kept.urlsIn(cacheNames.lists)).toHaveLength(bounds.lists);
  expect(kept.urlsIn(cacheNames.lists)).toContain(beginning);
});

test('what a reader chose to keep knows no bound', async () => {
  using kept = openCaches();
  const count = bounds.posts + 1;
  for (let n = 0; n < count; n += 1) await keepCopy('kept', copyOf(address(n), n));
  expect(kept.urlsIn(cacheNames.kept)).toHaveLength(count);
});

test('no copy goes for its age', async () => {
  using _ = openCaches();
  await keepCopy('lists', copyOf(address(1), 0));
  await keepCopy('lists', copyOf(address(2), Date.now()));
  expect(await findCopy('lists', address(1))).toBeDefined();
});

test('all copies come with the one kept last first', async () => {
  using _ = openCaches();
  for (const keptAt of [2, 3, 1]) await keepCopy('lists', copyOf(address(keptAt), keptAt));
  expect((await allCopies('lists')).map(({ keptAt }) => keptAt)).toEqual([3, 2, 1]);
});

test('when space is short the images go, and the copy stays', async () => {
  using kept = openCaches();
  const images = await caches.open(cacheNames.images);
  await images.put('https://host.example/a.png', new Response('a'));
  await images.put('https://host.example/b.png', new Response('b'));
  await keepCopy('lists', copyOf(address(1)));
  kept.room = 3;
  await keepCopy('lists', copyOf(address(2)));
  expect(kept.urlsIn(cacheNames.lists)).toEqual([address(1), address(2)]);
  expect(kept.urlsIn(cacheNames.images)).toEqual([]);
});

test('a failure that is not for space leaves the images alone', async () => {
  using kept = openCaches();
  await (await caches.open(cacheNames.images)).put('https://host.example/a.png', new Response('a'));
  await expect(keepCopy('lists', copyOf('data:,x'))).rejects.toThrow(TypeError);
  expect(kept.urlsIn(cacheNames.images)).toHaveLength(1);
});

test('only a list is taken for one, and only a post for one', () => {
  expect(entriesOf('[1,{"_id":2}]')).toEqual([1, { _id: 2 }]);
  for (const text of ['', '{}', 'null', '[1', '<!doctype html>']) expect(entriesOf(text), text).toBeUndefined();
  expect(isPost('{"_id":2}')).toBe(true);
  for (const text of ['', '{}', 'null', '[]', '{"_id":', '<p>']) expect(isPost(text), text).toBe(false);
  expect(idOf({ _id: 2 })).toBe('2');
  expect(idOf({ id: 2 })).toBeUndefined();
});
