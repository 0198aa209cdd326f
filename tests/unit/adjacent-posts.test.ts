// @vitest-environment node
import { expect, test } from 'vitest';
import { findAdjacentPosts } from '../../src/data/cache/adjacent-posts.ts';
import { putCachedAndEvict } from '../../src/data/cache/response-cache.ts';
import { openCaches } from './support/cache-storage.ts';

const keepList = (page: number, ids: string[], callNumber: number, nextPage?: number) =>
  putCachedAndEvict('lists', {
    url: `https://host.example/blog/posts?page=${page}`,
    body: JSON.stringify(ids.map((_id) => ({ _id, title: _id }))),
    link: nextPage ? `</blog/posts?page=${nextPage}>; rel="next"` : null,
    callNumber,
    isStale: false,
  });

test('A post has the neighbours it has in the newest list that contains it', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b', 'c'], 1);
  await keepList(1, ['new', 'a', 'c'], 2);
  const beside = await findAdjacentPosts('a');
  expect([beside?.previous?._id, beside?.next?._id]).toEqual(['new', 'c']);
});

test('The first post has no previous one, and the last no next one', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b'], 1);
  expect((await findAdjacentPosts('a'))?.previous).toBeUndefined();
  expect((await findAdjacentPosts('b'))?.next).toBeUndefined();
});

test('The neighbour of a page’s last post is on the next page, if that is cached', async () => {
  using _ = openCaches();
  await keepList(1, ['a', 'b'], 1, 2);
  await keepList(2, ['c', 'd'], 2, 3);
  expect((await findAdjacentPosts('b'))?.next?._id).toBe('c');
  expect((await findAdjacentPosts('c'))?.previous?._id).toBe('b');
  expect((await findAdjacentPosts('d'))?.next).toBeUndefined();
});

test('A post that no list has shows no neighbours, nor does any without Cache Storage', async () => {
  expect(await findAdjacentPosts('a')).toBeUndefined();
  using _ = openCaches();
  await keepList(1, ['b'], 1);
  expect(await findAdjacentPosts('a')).toBeUndefined();
});
