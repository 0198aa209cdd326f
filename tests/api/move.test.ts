import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { command } from './command.ts';
import { publishUnderKey, registerWriter, send, startLoad } from './load.ts';
import { query } from './postgres.ts';
import { serve } from './server-process.ts';
import { openPostgresPlace, openSqlitePlace } from './stores.ts';

const tables = ['users', 'sessions', 'posts', 'idempotency_keys', 'rate_limits'];

test('a move to PostgreSQL carries every row over: ids, sessions and keys go on as they were', async () => {
  await using old = await openSqlitePlace();
  await using place = await openPostgresPlace();
  const url = place.databaseUrl ?? '';
  const press = { key: 'one press of the button', title: 'naïve ‮ 🚂 "quoted" \\ $1 \n' };
  const writer = await (async () => {
    await using server = await serve(old);
    const writer = await registerWriter(server.origin);
    expect((await publishUnderKey(server.origin, writer, press)).status).toBe(201);
    const load = startLoad({ origin: server.origin, writer, clients: 8 });
    await expect.poll(() => load.tally.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(600);
    await load.stop();
    const early = await command('move', [url], { DATA_DIR: old.dataDir });
    expect([early.code, early.said]).toEqual([1, expect.stringContaining('stop the server first')]);
    return writer;
  })();

  expect(await command('move', [url], { DATA_DIR: old.dataDir })).toMatchObject({ code: 0 });

  for (const table of tables) {
    using source = new DatabaseSync(path.join(old.dataDir, 'storyline.db'));
    const rows = source.prepare(`select * from ${table}`).all();
    const moved = await query(url, `select * from ${table}`);
    const sorted = (all: Record<string, unknown>[]) => all.map((row) => JSON.stringify(row)).toSorted();
    expect(sorted(moved), table).toEqual(sorted(rows));
  }
  await using server = await serve(place);
  const me = await send(undefined, 'GET', server.origin + callPaths.profile, {
    Authorization: `Bearer ${writer.token}`,
  });
  expect(me.status).toBe(200);
  expect((await publishUnderKey(server.origin, writer, press)).status).toBe(200);

  const twice = await command('move', [url], { DATA_DIR: old.dataDir });
  expect([twice.code, twice.said]).toEqual([1, expect.stringContaining('already')]);
});

test('a move that fails on the way leaves the new database empty and the old one as it was', async () => {
  await using old = await openSqlitePlace();
  await using place = await openPostgresPlace();
  const url = place.databaseUrl ?? '';
  {
    await using server = await serve(old);
    const writer = await registerWriter(server.origin);
    await publishUnderKey(server.origin, writer, { key: 'a', title: 'a' });
  }
  const file = path.join(old.dataDir, 'storyline.db');
  {
    using source = new DatabaseSync(file);
    // SQLite keeps this character, PostgreSQL can't.
    source.exec(`update posts set title = 'a' || char(0) || 'b'`);
  }
  expect((await command('move', [url], { DATA_DIR: old.dataDir })).code).toBe(1);
  for (const table of tables) expect(await query(url, `select * from ${table}`)).toEqual([]);
  using source = new DatabaseSync(file);
  expect(source.prepare('select count(*) as count from posts').get()).toEqual({ count: 1 });
});

test('a move to nowhere, to something else, or of nothing is refused with one clear line', async () => {
  await using old = await openSqlitePlace();
  await using place = await openPostgresPlace();
  const nothing = await command('move', [place.databaseUrl ?? ''], { DATA_DIR: old.dataDir });
  expect([nothing.code, nothing.said]).toEqual([1, expect.stringContaining('there is no database')]);
  {
    await using _server = await serve(old);
  }
  for (const args of [[], ['mysql://localhost/x'], ['postgres://storyline@127.0.0.1:1/none']]) {
    const { code, said } = await command('move', args, { DATA_DIR: old.dataDir });
    expect([code, said.split('\n').length], said).toEqual([1, 1]);
  }
});
