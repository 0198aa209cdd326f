import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { createLog } from '../../src/server/process/log.ts';
import { createSearch } from '../../src/server/search/create-search.ts';
import { search } from '../../src/server/search/find-words.ts';
import { indexEntryOf } from '../../src/server/search/index-entry.ts';
import { openPostgres } from '../../src/server/store/postgres.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { type FindPosts, searchDeadline } from '../../src/server/store/search-index.ts';
import { openSearchProcesses } from '../../src/server/store/search-process.ts';
import { scaled } from '../test-run.ts';
import type { TestBackend } from './support/backend.ts';
import { openEmptyPostgresDatabase, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const endless = `with recursive numbers (number) as (select 1 union all select number + 1 from numbers)
  select max(number) as post_id from numbers`;
const quick = `select 'a' as post_id`;

/** Returns the path of a backend's SQLite file. */
const fileOf = ({ testDatabase }: TestBackend) => `${testDatabase.dataDir}/storyline.db`;

/** Returns a fake store whose search calls `answer`, which returns the ids of the posts found. */
function storeThat(answer: (wanted: FindPosts) => Promise<string[]>): Store {
  return { search: { find: answer } } as unknown as Store;
}

/** Returns a deadline that no query of these tests reaches. */
const atLeisure = () => performance.now() + scaled(50_000);

test('SQLite: an endless query is cancelled in time and delays no other query', { on: sqlite }, async ({ backend }) => {
  const processes = openSearchProcesses(fileOf(backend));
  try {
    expect(await processes.ask({ statement: quick, parameters: [] }, atLeisure())).toEqual(['a']);
    const broken = processes.ask({ statement: endless, parameters: [] }, performance.now() + 500);
    const beside = processes.ask({ statement: quick, parameters: [] }, atLeisure());
    await expect(broken).rejects.toMatchObject({ code: 'busy' });
    expect(await beside).toEqual(['a']);
    const running = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split(fileOf(backend)).length - 1;
    await expect.poll(running).toBe(1);
    expect(await processes.ask({ statement: quick, parameters: [] }, atLeisure())).toEqual(['a']);
  } finally {
    await processes.close();
  }
});

test("SQLite: a faulty query is reported with SQLite's error code", { on: sqlite }, async ({ backend }) => {
  const processes = openSearchProcesses(fileOf(backend));
  const asked = processes.ask({ statement: 'select post_id from nowhere', parameters: [] }, atLeisure());
  await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('nowhere'), errcode: 1 });
  await processes.close();
});

it('PostgreSQL: a query is cancelled in time, and leaves no work behind', {
  tags: ['postgresql'],
}, async () => {
  await using testDatabase = await openEmptyPostgresDatabase();
  await using store = openPostgres(testDatabase.databaseUrl ?? '', createLog('silent'));
  await sql`create function slowly() returns text as 'select pg_sleep(600)::text' language sql`.execute(store.db);
  await sql`create view indexed_posts as select slowly() as post_id, array_to_tsvector(array['a']) as terms`.execute(
    store.db,
  );
  const until = performance.now() + 300;
  const asked = store.search.find({ words: [[{ term: 'a', isPrefix: false }]], limit: 1, until });
  await expect(asked).rejects.toMatchObject({ code: 'busy' });
  const { rows } = await sql`select 1 from pg_stat_activity where state = 'active' and query like '%found%'
    and pid <> pg_backend_pid() and datname = current_database()`.execute(store.db);
  expect(rows).toEqual([]);
});

it('if no search process can start, searches are refused, and the server runs on', () => {
  const script = `
    import { openSync } from 'node:fs';
    import { openSearchProcesses } from './src/server/store/search-process.ts';
    const processes = openSearchProcesses('no.db');
    try { for (;;) openSync('/dev/null'); } catch { /* The last one. */ }
    const refused = (error) => process.exitCode = error.code === 'busy' ? 7 : 8;
    await processes.ask({ statement: '', parameters: [] }, performance.now() + 1_000).catch(refused);
    await new Promise((done) => setTimeout(done, 100));`;
  const limited = ['-c', 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"', process.execPath, script];
  expect(spawnSync('sh', limited, { cwd: join(import.meta.dirname, '../..') }).status).toBe(7);
});

it('all steps of a search share one deadline', async () => {
  const asked: FindPosts[] = [];
  const store = storeThat(async (wanted) => {
    asked.push(wanted);
    await wait(5);
    return [];
  });
  await search(store, 'abc');
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked.map(({ until }) => until)).size).toBe(1);
  expect(asked[0]?.until).toBeLessThan(performance.now() + searchDeadline);
});

it("one network's costly searches leave a slot for another network", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<string[]>();
  const find = vi.fn(async ({ words }: FindPosts) => (words[0]?.[0]?.term.includes('slow') ? released : []));
  const lists = async (page: never) => ({ document: { body: 'list' }, page });
  const searches = createSearch(storeThat(find), lists as never, { isComplete: () => true } as never);
  const slow = Array.from({ length: 10 }, (_, number) => searches(`slow${number}`, undefined, 'attacker'));
  await wait(20);
  expect(await searches('quick', undefined, 'reader')).toMatchObject({ document: { body: 'list' } });
  release([]);
  await Promise.all(slow);
});

it('indexEntryOf returns at most 1,000 terms of one prefix, and all other terms', () => {
  const words = Array.from({ length: 20_000 }, (_, number) => `the${number.toString(36)}`);
  const { terms } = indexEntryOf({ title: '', content: `${words.join(' ')} other words` });
  expect(terms.filter((term) => term.startsWith('the'))).toHaveLength(1_000);
  expect(terms).toEqual(expect.arrayContaining(['other', 'words', '‹ther', '‹rds']));
  const pairs = Array.from({ length: 5_000 }, (_, number) => `的${String.fromCodePoint(0x4e00 + number)}`).join(' ');
  const han = indexEntryOf({ title: '', content: pairs });
  expect(han.terms.filter((term) => term.startsWith('的'))).toHaveLength(1_000);
});

test('while the search queue is full, a search gets 503 with Retry-After', async ({ backend }) => {
  const asked = Array.from({ length: 150 }, (_, number) =>
    backend.request(`${callPaths.found('q', `word${number}`)}`, {}, `10.${number}.0.1`),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer.headers.get('Retry-After')).toBe('2');
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
});
