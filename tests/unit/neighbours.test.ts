// @vitest-environment node
import { expect, test } from 'vitest';
import { keepCopy } from '../../src/data/copies/cache.ts';
import { neighboursOf } from '../../src/data/copies/neighbours.ts';
import { openCaches } from './support/cache-storage.ts';

const keepList = (page: number, ids: string[], keptAt: number, nextPage?: number) =>
  keepCopy('lists', {
    url: `https://host.example/blog/posts?page=${page}`,
    body: JSON.stringify(ids.map((_id) => ({ _id, title: _id }))),
    link: nextPage ? `</blog/posts?page=${nextPage}>; rel="next"` : null,
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

test('where a page of the list ends its next one goes on, if it is here', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b'], 1, 2);
  await keepList(2, ['c', 'd'], 2, 3);
  expect((await neighboursOf('b'))?.next?._id).toBe('c');
  expect((await neighboursOf('c'))?.previous?._id).toBe('b');
  expect((await neighboursOf('d'))?.next).toBeUndefined();
});

test('a post that no list has stands alone, also where nothing can be kept', async () => {
  expect(await neighboursOf('a')).toBeUndefined();
  using _ = openCaches();
  await keepList(1, ['b'], 1);
  expect(await neighboursOf('a')).toBeUndefined();
});
