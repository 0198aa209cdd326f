import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../../src/server/process/log.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { openBalancer } from './support/balancer.ts';
import { publishUnderKey, registerWriter, startLoad, type Tally, type Writer } from './support/load.ts';
import { serve } from './support/server-process.ts';
import { openPostgresDatabase, stores, type TestDatabase } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** Returns the titles of all posts and earlier versions, read from the database directly. */
async function storedTitles(testDatabase: TestDatabase): Promise<string[]> {
  await using store = openStore(testDatabase, createLog('silent'));
  const posts = store.db.selectFrom('posts').select('title');
  const all = posts.unionAll(store.db.selectFrom('post_versions').select('title'));
  return (await all.execute()).map(({ title }) => title);
}

/**
 * Sends unacknowledged writes again, as their author's device would, and expects that every write is stored once.
 * @param earlier the titles of earlier writes
 * @returns the titles of all writes
 */
async function expectEachOnce(
  testDatabase: TestDatabase,
  { origin }: { origin: string },
  writer: Writer,
  { acknowledged, unacknowledged }: Tally,
  earlier: string[] = [],
): Promise<string[]> {
  const before = await storedTitles(testDatabase);
  expect(acknowledged.filter(({ title }) => !before.includes(title))).toEqual([]);
  for (const press of unacknowledged)
    expect([200, 201]).toContain((await publishUnderKey(origin, writer, press)).status);
  const all = [...earlier, ...[...acknowledged, ...unacknowledged].map(({ title }) => title)];
  expect((await storedTitles(testDatabase)).toSorted()).toEqual(all.toSorted());
  return all;
}

const times = 5;
/** In milliseconds: a server is killed at a random moment, at most this long after it acknowledges a write. */
const longestLife = 300;

// Starts six servers, one after the other, so `npm test` leaves it out.
test('a killed server loses no acknowledged post, and repeats create no duplicates', {
  tags: ['exhaustive'],
}, async ({ store }) => {
  await using testDatabase = await store.open();
  await using servers = new AsyncDisposableStack();
  let server = servers.use(await serve(testDatabase));
  const writer = await registerWriter(server.origin);
  let stored: string[] = [];
  let unanswered = 0;
  for (let kills = 0; kills < times; kills++) {
    const load = startLoad({ origin: server.origin, writer, clients: 8, edits: 2 });
    while (load.tally.acknowledged.length === 0) await wait(5);
    await wait(Math.random() * longestLife);
    server.kill('SIGKILL');
    const tally = await load.ended;
    expect([...tally.answers.keys()].filter((status) => status >= 300)).toEqual([]);
    unanswered += tally.unacknowledged.length;
    server = servers.use(await serve(testDatabase));
    stored = await expectEachOnce(testDatabase, server, writer, tally, stored);
  }
  expect(unanswered).toBeGreaterThan(0);
});

test('SIGTERM under load drops no request; the server exits after its last response', async ({ store }) => {
  await using testDatabase = await store.open();
  await using server = await serve(testDatabase);
  const exited = once(server, 'exit');
  const { origin } = server;
  const load = startLoad({ origin, writer: await registerWriter(origin), clients: 40, reads: true });
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(100);
  server.kill('SIGTERM');
  const { acknowledged, dropped, answers } = await load.ended;
  expect(dropped).toEqual([]);
  expect([...answers.keys()].toSorted()).toEqual([200, 201]);
  expect(await exited).toEqual([0, null]);
  const titles = acknowledged.map(({ title }) => title);
  expect((await storedTitles(testDatabase)).toSorted()).toEqual(titles.toSorted());
});

it('three servers: a kill under load loses no post, and the other two go on', { tags: ['postgresql'] }, async () => {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await openPostgresDatabase());
  const servers = await Promise.all([1, 2, 3].map(async () => owned.use(await serve(testDatabase))));
  const balancer = owned.use(await openBalancer(servers.map(({ origin }) => origin)));
  const writer = await registerWriter(balancer.origin);
  const load = startLoad({ origin: balancer.origin, writer, clients: 12, goOnAfter: 20 });
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(100);
  servers[1]?.kill('SIGKILL');
  const before = load.tally.acknowledged.length;
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(before + 100);
  const tally = await load.stop();
  expect([tally.dropped, [...tally.answers.keys()].filter((status) => status >= 300)]).toEqual([[], []]);
  await expectEachOnce(testDatabase, balancer, writer, tally);
});
