import { expect, test } from 'vitest';
import { removeDeletedPosts } from '../../src/reading/answers/confirmed-writes.ts';
import { findAdjacentPosts } from '../../src/reading/store/adjacent-posts.ts';
import { openDevice } from './support/device.ts';
import { nextPage, storeBackendAnswer } from './support/stored-reading.ts';

const list = '/blog/posts';

const keepList = (path: string, ids: string[], next?: string) =>
  storeBackendAnswer(
    path,
    ids.map((_id) => ({ _id, title: _id })),
    undefined,
    next === undefined ? {} : nextPage(next),
  );

test("a post's neighbours come from the newest stored list that contains it", async () => {
  await using _ = openDevice();
  await keepList(list, ['a', 'b', 'c']);
  await keepList(list, ['new', 'a', 'c']);
  const beside = await findAdjacentPosts('a');
  expect([beside?.previous?._id, beside?.next?._id]).toEqual(['new', 'c']);
  expect((await findAdjacentPosts('c'))?.next).toBeUndefined();
});

test("finds a post's neighbours in public lists, never in the user's list of own posts", async () => {
  await using _ = openDevice();
  await keepList(list, ['a', 'b']);
  await keepList(`${list}?author=ada`, ['a', 'c']);
  await keepList('/blog/users/42/posts', ['a', 'd']);
  expect((await findAdjacentPosts('a'))?.next?._id).toBe('c');
  await keepList(list, ['a', 'b']);
  expect((await findAdjacentPosts('a'))?.next?._id).toBe('b');
  expect(await findAdjacentPosts('d')).toBeUndefined();
});

test('finds neighbours across stored pages, but none beyond the first and last post', async () => {
  await using _ = openDevice();
  await keepList(list, ['a', 'b'], '?after=2');
  await keepList(`${list}?after=2`, ['c', 'd'], '?after=3');
  expect((await findAdjacentPosts('a'))?.previous).toBeUndefined();
  expect((await findAdjacentPosts('b'))?.next?._id).toBe('c');
  expect((await findAdjacentPosts('c'))?.previous?._id).toBe('b');
  expect((await findAdjacentPosts('d'))?.next).toBeUndefined();
});

test('a post that is in no stored list has no neighbours', async () => {
  await using _ = openDevice();
  expect(await findAdjacentPosts('a')).toBeUndefined();
  await keepList(list, ['b']);
  await storeBackendAnswer(`${list}/a`, { _id: 'a', title: 'a' });
  expect(await findAdjacentPosts('a')).toBeUndefined();
});

test('a deleted neighbour is skipped', async () => {
  await using _ = openDevice();
  await keepList(list, ['a', 'b', 'c']);
  await removeDeletedPosts(['b']);
  expect((await findAdjacentPosts('a'))?.next?._id).toBe('c');
  expect((await findAdjacentPosts('c'))?.previous?._id).toBe('a');
});
