// @vitest-environment node
import { expect, test } from 'vitest';
import { keepCopy } from '../../src/data/copies/cache.ts';
import { neighboursOf } from '../../src/data/copies/neighbours.ts';
import { openCaches } from './support/cache-storage.ts';

const keepList = (page: number, ids: string[], keptAt: number) =>
  keepCopy('lists', {
    url: `https://host.example/blog/posts?page=${page}`,
    body: JSON.stringify(ids.map((_id) => ({ _id, title: _id }))),
    link: null,
    keptAt,
    outdated: false,
  });

test('beside a post stand those of the newest list that has it, in its order', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b', 'c'], 1);
  await keepList(1, ['new', 'a', 'c'], 2);
  const beside = await neighboursOf('a');
  expect([beside?.previous?._id, beside?.next?._id]).toEqual(['new', 'c']);
});

test('the first has none before it, the last none after it', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b'], 1);
  expect((await neighboursOf('a'))?.previous).toBeUndefined();
  expect((await neighboursOf('b'))?.next).toBeUndefined();
});

test('a post that no list has stands alone, also where nothing can be kept', async () => {
  expect(await neighboursOf('a')).toBeUndefined();
  using _ = openCaches();
  await keepList(1, ['b'], 1);
  expect(await neighboursOf('a')).toBeUndefined();
});
