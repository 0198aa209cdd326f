import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { registerWriter, startLoad } from './support/load.ts';
import { serve } from './support/server-process.ts';
import { openSqliteDatabase } from './support/stores.ts';

test('SIGTERM under load drops no request, and the server exits after the last answer', async () => {
  await using testDatabase = await openSqliteDatabase();
  await using server = await serve(testDatabase);
  const exited = once(server, 'exit');
  const { origin } = server;
  const writer = await registerWriter(origin);
  const load = startLoad({ origin, writer, clients: 40, reads: true });
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(100);

  server.kill('SIGTERM');
  const { acknowledged, unacknowledged, dropped, answers } = await load.ended;
  expect(dropped).toEqual([]);
  expect([...answers.keys()].toSorted()).toEqual([200, 201]);
  expect(await exited).toEqual([0, null]);

  using database = new DatabaseSync(path.join(testDatabase.dataDir, 'storyline.db'));
  const stored = new Set(
    database
      .prepare('select title from posts')
      .all()
      .map((row) => row.title),
  );
  expect(acknowledged.filter(({ title }) => !stored.has(title))).toEqual([]);
  expect(unacknowledged.filter(({ title }) => stored.has(title))).toEqual([]);
});
