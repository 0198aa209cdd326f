// @module-tag postgresql: moves a database there
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { command } from './support/command.ts';
import { download, makeImage, uploadTo } from './support/images.ts';
import { publishUnderKey, registerWriter, startLoad, versionOf } from './support/load.ts';
import { queryDatabase } from './support/postgres.ts';
import { serveHere } from './support/serve-here.ts';
import { openEmptyPostgresDatabase, openSqliteDatabase } from './support/stores.ts';
import { tablesToMove } from './support/tables.ts';

/** Returns a row as text. Each driver has its own type for bytes. */
const textOf = (row: Record<string, unknown>) =>
  JSON.stringify(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  );

test('moving to PostgreSQL copies every row; tokens and idempotency keys stay valid', async () => {
  await using old = await openSqliteDatabase();
  await using testDatabase = await openEmptyPostgresDatabase();
  const url = testDatabase.databaseUrl ?? '';
  const press = { key: 'one press of the button', title: 'naïve ‮ 🚂 "quoted" \\ $1 \n' };
  const images = await Promise.all([1, 2].map((seed) => makeImage({ seed })));
  const writer = await (async () => {
    await using server = await serveHere(old);
    const writer = await registerWriter(server.origin);
    for (const image of images) {
      expect((await uploadTo(server.origin, writer, image)).status).toBe(201);
      expect((await fetch(`${server.origin}${callPaths.image(image.name)}?width=240`)).status).toBe(200);
    }
    const named = images.map(({ name }) => `![](${callPaths.image(name)})`).join();
    const illustrated = { key: 'illustrated', title: 'Illustrated' };
    expect((await publishUnderKey(server.origin, writer, illustrated, undefined, named)).status).toBe(201);
    const published = await publishUnderKey(server.origin, writer, press);
    expect(published.status).toBe(201);
    const { _id: id } = JSON.parse(published.body);
    for (const version of [1, 2]) {
      const edit = { key: `edit ${version}`, title: `edit ${version} 🚂`, edits: await versionOf(server.origin, id) };
      expect((await publishUnderKey(server.origin, writer, edit)).status).toBe(200);
    }
    const load = startLoad({ origin: server.origin, writer, clients: 8 });
    await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(20);
    await load.stop();
    const early = await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL: url });
    expect([early.code, early.said]).toEqual([1, expect.stringContaining('stop the server first')]);
    return writer;
  })();
  {
    using source = new DatabaseSync(path.join(old.dataDir, 'storyline.db'));
    // Inserts more rows than one statement of the move copies.
    source.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 600)
      insert into posts (id, author_id, title, summary, img_url, content, created_at)
      select printf('01890000-0000-7000-8000-%012d', n), users.id, n, '', '', 'long ' || n, '2023-07-01T00:00:00.000Z' from numbers, users`);
    source.exec(`insert into site_settings (key, value) values ('name', 'مدونة ليلى');
      insert into site_icons (name, bytes) values ('32.png', x'89504e4700ff');
      insert into site_pages (name, position, title, updated_at, content) values ('imprint', 1, 'Imprint', '', 'Words.')`);
  }

  expect(await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL: url })).toMatchObject({ code: 0 });

  for (const table of tablesToMove) {
    using source = new DatabaseSync(path.join(old.dataDir, 'storyline.db'));
    const rows = source.prepare(`select * from ${table}`).all();
    const moved = await queryDatabase(url, `select * from ${table}`);
    const counts: Record<string, number> = {
      post_versions: 2,
      images: 2,
      image_uploads: 2,
      post_images: 2,
      image_files: 4,
      site_settings: 1,
      site_icons: 1,
      site_pages: 1,
    };
    if (table in counts) expect(moved, table).toHaveLength(counts[table] ?? 0);
    const sorted = (all: Record<string, unknown>[]) => all.map(textOf).toSorted();
    expect(sorted(moved), table).toEqual(sorted(rows));
  }
  await using server = await serveHere(testDatabase);
  expect((await fetch(server.origin + callPaths.profile, { headers: writer.bearer })).status).toBe(200);
  for (const { name, bytes } of images) expect(await download(server.origin, name)).toEqual(bytes);
  expect((await publishUnderKey(server.origin, writer, press)).status).toBe(200);

  const twice = await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL: url });
  expect([twice.code, twice.said]).toEqual([1, expect.stringContaining('is not empty')]);
});

test('a failed move leaves the target database empty, and all posts in the source', async () => {
  await using old = await openSqliteDatabase();
  await using testDatabase = await openEmptyPostgresDatabase();
  const url = testDatabase.databaseUrl ?? '';
  {
    await using server = await serveHere(old);
    const writer = await registerWriter(server.origin);
    await publishUnderKey(server.origin, writer, { key: 'a', title: 'a' });
  }
  const file = path.join(old.dataDir, 'storyline.db');
  {
    using source = new DatabaseSync(file);
    // SQLite stores this character, PostgreSQL cannot.
    source.exec(`update posts set title = 'a' || char(0) || 'b'`);
  }
  expect((await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL: url })).code).toBe(1);
  for (const table of tablesToMove) expect(await queryDatabase(url, `select * from ${table}`)).toEqual([]);
  using source = new DatabaseSync(file);
  expect(source.prepare('select count(*) as count from posts').get()).toEqual({ count: 1 });
});

test('a move without a valid source and target is refused in one line', async () => {
  await using old = await openSqliteDatabase();
  await using testDatabase = await openEmptyPostgresDatabase();
  const nothing = await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL: testDatabase.databaseUrl ?? '' });
  expect([nothing.code, nothing.said]).toEqual([1, expect.stringContaining('there is no database')]);
  {
    await using _server = await serveHere(old);
  }
  for (const DATABASE_URL of ['', 'mysql://localhost/x', 'postgres://storyline@127.0.0.1:1/none']) {
    const { code, said } = await command('move', [], { DATA_DIR: old.dataDir, DATABASE_URL });
    expect([code, said.split('\n').length], said).toEqual([1, 1]);
  }
});

test('the move command refuses a database URL as an argument, and does not print it', async () => {
  await using old = await openSqliteDatabase();
  await using testDatabase = await openEmptyPostgresDatabase();
  {
    await using _server = await serveHere(old);
  }
  const url = testDatabase.databaseUrl ?? '';
  const { code, said } = await command('move', [url], { DATA_DIR: old.dataDir });
  expect([code, said]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
  expect(said).not.toContain(url);
  await expect(queryDatabase(url, 'select * from users')).rejects.toThrow('does not exist');
});
