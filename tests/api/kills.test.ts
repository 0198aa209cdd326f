// @module-tag exhaustive: kills servers as they write

import { expect } from 'vitest';
import { createLog } from '../../src/server/process/log.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { type Killable, killUnderLoad } from './support/kills.ts';
import { serve } from './support/server-process.ts';
import { stores, type TestDatabase } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const times = 5;

async function storedTitles(testDatabase: TestDatabase): Promise<string[]> {
  await using store = openStore(testDatabase, createLog('silent'));
  const posts = store.db.selectFrom('posts').select('title');
  const all = posts.unionAll(store.db.selectFrom('post_versions').select('title'));
  return (await all.execute()).map(({ title }) => title);
}

test('a server killed while writing loses no acknowledged post or edit and repeats none', async ({ store }) => {
  await using testDatabase = await store.open();
  const killable = async (): Promise<Killable> => {
    const server = await serve(testDatabase);
    return {
      origin: server.origin,
      pid: server.pid ?? 0,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
  const found = await killUnderLoad(times, killable, () => storedTitles(testDatabase));
  expect(found).toMatchObject({ kills: times, lost: 0, duplicated: 0 });
  expect(found.acknowledged).toBeGreaterThan(times);
  expect(found.unanswered).toBeGreaterThan(0);
});
