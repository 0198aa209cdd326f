import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { openBackend } from '../../src/server/open-backend.ts';
import { createLog } from '../../src/server/process/log.ts';
import { expectRefusal, read, type TestBackend } from './support/backend.ts';
import { createPostgresDatabase } from './support/postgres.ts';
import { sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const register = (backend: TestBackend) =>
  backend.send('POST', callPaths.register, { name: 'Ada', email: 'ada@example.com', password: 'correct horse' });

test('/healthz reports ok while the database works', async ({ backend }) => {
  const response = await backend.request('/healthz');
  expect([response.status, await read<unknown>(response)]).toEqual([200, { status: 'ok' }]);
});

it('PostgreSQL: calls get 503 while the database is unreachable, and 200 afterwards', {
  tags: ['postgresql'],
}, async () => {
  await using database = await createPostgresDatabase(inject('postgres'));
  const config = { dataDir: '', databaseUrl: database.url, samplePosts: false };
  await using backend = await openBackend(config, createLog('silent'));
  expect((await backend.app.request(callPaths.posts)).status).toBe(200);
  await database.goAway();
  for (const asked of ['/healthz', callPaths.posts]) {
    const response = await backend.app.request(asked);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    await expectRefusal(response, 503, 'unavailable');
  }
  await database.comeBack();
  expect((await backend.app.request('/healthz')).status).toBe(200);
  expect((await backend.app.request(callPaths.posts)).status).toBe(200);
});

test('SQLite: while the database is locked, reads work and a write gets 503', { on: sqlite }, async ({ backend }) => {
  using someoneElse = new DatabaseSync(path.join(backend.testDatabase.dataDir, 'storyline.db'));
  someoneElse.exec('begin immediate');
  const answered: string[] = [];
  const registering = register(backend).finally(() => answered.push('registration'));
  for (const _ of 'ab') {
    const list = await backend.request(callPaths.posts);
    answered.push(`list ${list.status}`);
  }
  const registration = await registering;
  expect(answered).toEqual(['list 200', 'list 200', 'registration']);
  expect(registration.headers.get('Retry-After')).not.toBeNull();
  await expectRefusal(registration, 503, 'unavailable');
});

test('SQLite: a write succeeds after it waits 300 ms for a locked database', { on: sqlite }, async ({ backend }) => {
  using someoneElse = new DatabaseSync(path.join(backend.testDatabase.dataDir, 'storyline.db'));
  someoneElse.exec('begin immediate');
  const registering = register(backend);
  await setTimeout(300);
  someoneElse.exec('commit');
  expect((await registering).status).toBe(201);
});
