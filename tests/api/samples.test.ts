import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { seedPosts } from '../../src/server/cli/seeding/seed-posts.ts';
import { openBackend } from '../../src/server/open-backend.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { createLog } from '../../src/server/process/log.ts';
import { expectRefusal, read } from './support/backend.ts';
import { openEmptyPostgresDatabase, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

const log = createLog('silent');

async function listOf(config: { dataDir: string; databaseUrl?: string; samplePosts: boolean }): Promise<StoredPost[]> {
  await using backend = await openBackend(config, log);
  return read<StoredPost[]>(await backend.app.request(callPaths.posts));
}

test('a new SQLite database has eight sample posts, newest first, each with a picture', async ({ testDatabase }) => {
  const posts = await listOf({ ...testDatabase, samplePosts: true });
  expect(posts).toHaveLength(8);
  const dates = posts.map(({ createdAt }) => createdAt);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(Date.parse(posts[0]?.createdAt ?? '')).toBeLessThan(Date.now());
  expect(new Set(posts.map(({ imgUrl }) => imgUrl)).size).toBe(8);
  for (const { imgUrl, summary } of posts) {
    expect(existsSync(path.join(import.meta.dirname, '../../public', imgUrl)), imgUrl).toBe(true);
    expect(summary.length).toBeGreaterThan(limits.summary / 2);
  }
});

test('sample posts are added only to a new database, and not with SAMPLE_POSTS=0', async ({ testDatabase }) => {
  expect(await listOf({ ...testDatabase, samplePosts: false })).toEqual([]);
  expect(await listOf({ ...testDatabase, samplePosts: true })).toEqual([]);
});

test('PostgreSQL gets no sample posts', { tags: ['postgresql'] }, async () => {
  await using testDatabase = await openEmptyPostgresDatabase();
  expect(await listOf({ ...testDatabase, samplePosts: true })).toEqual([]);
});

test('nobody can log in as the author of the sample posts', async ({ testDatabase }) => {
  await using backend = await openBackend({ ...testDatabase, samplePosts: true }, log);
  const [post] = await read<StoredPost[]>(await backend.app.request(callPaths.posts));
  for (const password of ['*', '', 'password']) {
    const body = JSON.stringify({ email: post?.author.email, password });
    const headers = { 'Content-Type': 'application/json' };
    const response = await backend.app.request(callPaths.login, { method: 'POST', headers, body });
    await expectRefusal(response, 401, 'wrong_credentials');
  }
});

test('seeding adds as many posts as asked; the newest are always the same', { on: stores }, async ({ two }) => {
  const { store } = two;
  const newest = () =>
    store.db.selectFrom('posts').select(['title', 'content']).orderBy('id', 'desc').limit(20).execute();
  await seedPosts(store, 30);
  const ofFew = await newest();
  await store.db.deleteFrom('posts').execute();
  await seedPosts(store, 2_500);
  expect(await newest()).toEqual(ofFew);
  const posts = await store.db.selectFrom('posts').select(['author_id', 'content']).execute();
  expect(posts).toHaveLength(2_500);
  expect(new Set(posts.map(({ author_id }) => author_id)).size).toBe(8);
  expect(new Set(posts.map(({ content }) => content.length)).size).toBeGreaterThan(500);
});
