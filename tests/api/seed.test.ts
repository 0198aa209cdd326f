import { expect } from 'vitest';
import { seedPosts } from '../../src/server/cli/seeding/seed-posts.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

test('seeding adds as many posts as asked, and the newest are the same at any size', async ({ store }) => {
  await using testDatabase = await store.open();
  await using opened = openStore(testDatabase, createLog('silent'));
  await migrate(opened);
  const newest = () =>
    opened.db.selectFrom('posts').select(['title', 'content']).orderBy('id', 'desc').limit(20).execute();
  await seedPosts(opened, 30);
  const ofFew = await newest();
  await opened.db.deleteFrom('posts').execute();
  await seedPosts(opened, 2_500);
  expect(await newest()).toEqual(ofFew);
  const posts = await opened.db.selectFrom('posts').select(['author_id', 'content']).execute();
  expect(posts).toHaveLength(2_500);
  expect(new Set(posts.map(({ author_id }) => author_id)).size).toBe(8);
  expect(new Set(posts.map(({ content }) => content.length)).size).toBeGreaterThan(500);
});
