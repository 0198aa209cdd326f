// @module-tag postgresql: runs on nothing else
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { openBackend } from '../../src/server/open-backend.ts';
import { createLog } from '../../src/server/process/log.ts';
import { openPostgres } from '../../src/server/store/postgres.ts';
import { expectRefusal } from './support/backend.ts';
import { createPostgresDatabase, queryDatabase } from './support/postgres.ts';

const running = `select pid from pg_stat_activity where application_name = 'storyline' and datname = current_database() and state = 'active'`;

test("PostgreSQL cancels a query that exceeds the server's query timeout", async () => {
  await using database = await createPostgresDatabase(inject('postgres'));
  await using store = openPostgres(database.url, createLog('silent'), { connect: 5_000, query: 300 });
  const error = await sql`select pg_sleep(60)`.execute(store.db).catch((reason: unknown) => reason);
  expect(store.isUnavailable(error)).toBe(true);
  await expect.poll(() => queryDatabase(database.url, running)).toEqual([]);
});

test('PostgreSQL: calls get 503 if the query queue is full, and /healthz still works', async () => {
  await using database = await createPostgresDatabase(inject('postgres'));
  const config = { dataDir: '', databaseUrl: database.url, samplePosts: false };
  await using backend = await openBackend(config, createLog('silent'));
  const client = new Client(database.url);
  await client.connect();
  await client.query('begin; lock table posts in access exclusive mode');
  const ids = Array.from({ length: 700 }, (_, number) => `01890000-0000-7000-8000-${`${number}`.padStart(12, '0')}`);
  // Each id takes a query of its own.
  const answers = ids.map(async (id) => await backend.app.request(callPaths.userPosts(id)));
  const refused = await Promise.any(answers.map(async (answer) => await expectStatus(answer, 503)));
  expect(refused.headers.get('Retry-After')).toBe('2');
  await expectRefusal(refused, 503, 'busy');
  expect((await backend.app.request('/healthz')).status).toBe(200);
  await client.end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  // On a slow machine, some queued queries also wait too long and are refused, so the number of refusals varies.
  expect(new Set(statuses)).toEqual(new Set([404, 503]));
});

async function expectStatus(answer: Promise<Response>, status: number): Promise<Response> {
  const response = await answer;
  expect(response.status).toBe(status);
  return response;
}
