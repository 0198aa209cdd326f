import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { expectRefusal, nextOf, pagesFrom, read, type TestBackend } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

test('next links lead through all posts, newest first, each exactly once', async ({ backend, author }) => {
  const newestFirst = (await backend.publishMany(author, 45)).toReversed();
  const pages = await followLinks(backend, callPaths.posts);
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(newestFirst);
});

test('an exactly full last page has no next link', async ({ backend }) => {
  await backend.publishMany(await backend.register(), 20);
  expect((await followLinks(backend, callPaths.posts)).map((page) => page.length)).toEqual([20]);
});

test("a user's list has only that user's posts, on every page", async ({ backend, author: ada, bob }) => {
  const adas: StoredPost[] = [];
  for (let round = 0; round < 21; round++) {
    adas.unshift(await read(await backend.publish(ada)));
    await backend.publish(bob);
  }
  const pages = await followLinks(backend, callPaths.userPosts(ada.userId));
  expect(pages.map((page) => page.length)).toEqual([20, 1]);
  expect(pages.flat()).toEqual(adas);
});

test('publishing a post does not shift the pages of a reader', async ({ backend, author }) => {
  const newestFirst = (await backend.publishMany(author, 30)).toReversed();
  const first = await backend.request(callPaths.posts);
  await backend.publish(author);
  expect(await backend.list(nextOf(first))).toEqual(newestFirst.slice(20));
});

test('the cursor of a deleted post still works', async ({ backend, author }) => {
  const posts = await backend.publishMany(author, 22);
  const first = await backend.request(callPaths.posts);
  const last = (await read<StoredPost[]>(first)).at(-1)?._id ?? '';
  await backend.remove(author, last);
  expect(await backend.list(nextOf(first))).toEqual(posts.slice(0, 2).toReversed());
});

test('an invalid cursor is refused', async ({ backend, author: { userId } }) => {
  for (const cursor of ['', '0', 'none', "'"]) {
    const query = `?after=${encodeURIComponent(cursor)}`;
    await expectRefusal(await backend.request(callPaths.posts + query), 422, 'invalid_cursor', 'after');
    await expectRefusal(await backend.request(callPaths.userPosts(userId) + query), 422, 'invalid_cursor', 'after');
  }
});

test('a user without posts has an empty list; an unknown user gets 404', async ({ backend, author: { userId } }) => {
  expect(await backend.list()).toEqual([]);
  expect(await backend.list(callPaths.userPosts(userId))).toEqual([]);
  for (const id of ['01890000-0000-7000-8000-000000000000', 'none']) {
    await expectRefusal(await backend.request(callPaths.userPosts(id)), 404, 'user_not_found');
  }
});

async function followLinks(backend: TestBackend, start: string): Promise<StoredPost[][]> {
  const pages: StoredPost[][] = [];
  for await (const response of pagesFrom(backend, start)) pages.push(await read<StoredPost[]>(response));
  return pages;
}
