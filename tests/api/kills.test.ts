// @module-tag exhaustive: kills servers as they write
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { createLog } from '../../src/server/process/log.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { publishUnderKey, registerWriter, startLoad } from './support/load.ts';
import { serve } from './support/server-process.ts';
import { stores, type TestDatabase } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const times = 5;
/** In milliseconds: a server is killed at random, at most this long after its first answer. */
const longestLife = 300;

/** Returns the titles of all posts and earlier versions, read from the database directly. */
async function storedTitles(testDatabase: TestDatabase): Promise<string[]> {
  await using store = openStore(testDatabase, createLog('silent'));
  const posts = store.db.selectFrom('posts').select('title');
  const all = posts.unionAll(store.db.selectFrom('post_versions').select('title'));
  return (await all.execute()).map(({ title }) => title);
}

// The test sends unanswered writes again, as the author's device would.
test('a killed server loses no acknowledged post, and repeats create no duplicates', async ({ store }) => {
  await using testDatabase = await store.open();
  await using servers = new AsyncDisposableStack();
  let server = servers.use(await serve(testDatabase));
  const writer = await registerWriter(server.origin);
  let unanswered = 0;
  for (let kills = 0; kills < times; kills++) {
    const load = startLoad({ origin: server.origin, writer, clients: 8, edits: 2 });
    while (load.tally.acknowledged.length === 0) await wait(5);
    await wait(Math.random() * longestLife);
    server.kill('SIGKILL');
    const { acknowledged, unacknowledged, answers } = await load.ended;
    expect([...answers.keys()].filter((status) => status >= 300)).toEqual([]);
    unanswered += unacknowledged.length;
    server = servers.use(await serve(testDatabase));

    const before = await storedTitles(testDatabase);
    expect(acknowledged.filter(({ title }) => !before.includes(title))).toEqual([]);
    for (const press of unacknowledged)
      expect([200, 201]).toContain((await publishUnderKey(server.origin, writer, press)).status);
    const after = await storedTitles(testDatabase);
    expect([...acknowledged, ...unacknowledged].filter(({ title }) => !after.includes(title))).toEqual([]);
    expect([new Set(before).size, new Set(after).size]).toEqual([before.length, after.length]);
  }
  expect(unanswered).toBeGreaterThan(0);
});
