import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { openBackend } from '../../src/server/open-backend.ts';
import { ConfigError } from '../../src/server/process/config-error.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { openPostgres } from '../../src/server/store/postgres.ts';
import { queryDatabase } from './support/postgres.ts';
import { postgres, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const run = promisify(execFile);
const seeder = path.resolve(import.meta.dirname, '../../src/server/cli/seed.ts');
const log = createLog('silent');

test('migrate returns true for a new database, and false on the second run', async ({ store }) => {
  await using testDatabase = await store.openEmpty();
  await using opened = openStore(testDatabase, log);
  expect([await migrate(opened), await migrate(opened)]).toEqual([true, false]);
});

test('a database with migrations of a newer version is refused; the error names them', async ({ store }) => {
  await using testDatabase = await store.openEmpty();
  await using opened = openStore(testDatabase, log);
  await migrate(opened);
  await sql`insert into migrations (name, applied_at) values ('999 of tomorrow', '')`.execute(opened.db);
  const refused = await migrate(opened).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toMatch(/newer Storyline.*"999 of tomorrow".*$/);
  await expect(openBackend({ ...testDatabase, samplePosts: false }, log)).rejects.toThrow('newer Storyline');
});

test('four processes can migrate and seed one new database at the same time', async ({ store }) => {
  await using testDatabase = await store.openEmpty();
  const env = { ...process.env, DATA_DIR: testDatabase.dataDir, DATABASE_URL: testDatabase.databaseUrl ?? '' };
  const start = () => run(process.execPath, [seeder, '--posts', '3'], { env });
  await Promise.all([start(), start(), start(), start()]);
  await using opened = openStore(testDatabase, log);
  const posts = await opened.db.selectFrom('posts').select('id').execute();
  const users = await opened.db.selectFrom('users').select('id').execute();
  expect([posts.length, users.length]).toEqual([12, 8]);
});

it('PostgreSQL: the query timeout does not apply to migrations', { tags: ['postgresql'] }, async () => {
  await using testDatabase = await postgres.openEmpty();
  const timeouts = { connect: 5_000, query: 300 };
  await using opened = openPostgres(testDatabase.databaseUrl ?? '', log, timeouts);
  const client = new Client(testDatabase.databaseUrl);
  await client.connect();
  await client.query('create table migrations (name text not null primary key, applied_at text not null)');
  await client.query('begin; lock table migrations in share row exclusive mode');
  const migrated = migrate(opened);
  // The migration waits for the lock, as if another server were migrating a large table.
  await expect.poll(() => queryDatabase(testDatabase.databaseUrl ?? '', waiting)).toHaveLength(1);
  const error = await sql`select pg_sleep(60)`.execute(opened.db).catch((reason: unknown) => reason);
  expect(opened.isUnavailable(error)).toBe(true);
  await client.query('commit');
  await client.end();
  expect(await migrated).toBe(true);
});

/** Finds statements that wait for a lock for longer than the query timeout of this test. */
const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and now() - query_start > '1 second'`;
