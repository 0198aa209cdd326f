import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { limitFileSize, openSmallDisk } from './support/disk.ts';
import { publishUnderKey, registerWriter, send, startLoad, type Writer } from './support/load.ts';
import { chownToPostgres, createPostgresDatabase, queryDatabase, startPostgres } from './support/postgres.ts';
import { serveHere } from './support/serve-here.ts';
import { type Served, serve } from './support/server-process.ts';
import { openSqliteDatabase } from './support/stores.ts';

/** Publishes until a post is refused. Expects a 503 that says when to retry, and that reads still work. */
async function publishUntilRefused(origin: string, writer: Writer): Promise<{ taken: string[]; refused: Press }> {
  const taken: string[] = [];
  for (let left = 200; left > 0; left--) {
    const press = { key: randomUUID(), title: randomBytes(140).toString('hex') };
    const { status, headers, body } = await publishUnderKey(origin, writer, press);
    if (status === 201) {
      taken.push(press.title);
      continue;
    }
    expect([status, headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(undefined, 'GET', origin + callPaths.posts)).status).toBe(200);
    return { taken, refused: press };
  }
  throw new Error('the disk is never full');
}

type Press = Parameters<typeof publishUnderKey>[2];

/** Expects that the server now accepts the refused post, and that no acknowledged post is missing. */
async function expectRecovery(
  server: Served,
  writer: Writer,
  { taken, refused }: { taken: string[]; refused: Press },
): Promise<void> {
  const again = await publishUnderKey(server.origin, writer, refused);
  expect(again.status).toBe(201);
  const listed = await send(undefined, 'GET', server.origin + callPaths.userPosts(writer.userId));
  const titles = (JSON.parse(listed.body) as { title: string }[]).map(({ title }) => title);
  expect(titles).toEqual([...taken, refused.title].toReversed().slice(0, 20));
  expect(server.exitCode).toBeNull();
}

test('SQLite: on a full disk, writes fail, reads work, and the server recovers', async ({ skip }) => {
  using disk = openSmallDisk(4);
  if (!disk) return skip('no file system can be mounted here');
  await using server = await serve({ dataDir: disk.folder });
  const writer = await registerWriter(server.origin);
  disk.fill();
  const published = await publishUntilRefused(server.origin, writer);
  disk.free();
  await expectRecovery(server, writer, published);
});

test('SQLite: if the database cannot grow, writes fail, and the server recovers', async () => {
  await using testDatabase = await openSqliteDatabase();
  await using server = await serve(testDatabase);
  const writer = await registerWriter(server.origin);
  limitFileSize(server.pid ?? 0, 256 * 1024);
  const published = await publishUntilRefused(server.origin, writer);
  limitFileSize(server.pid ?? 0, 'unlimited');
  await expectRecovery(server, writer, published);
});

/** Needs its own PostgreSQL: checkpoints fail on a full disk, and no database can be dropped without a checkpoint. */
test('PostgreSQL: on a full disk, writes fail, reads work, and the server recovers', {
  tags: ['postgresql'],
}, async ({ skip }) => {
  using disk = openSmallDisk(32);
  if (!disk) return skip('no file system can be mounted here');
  await using owned = new AsyncDisposableStack();
  const postgres = await startPostgres();
  owned.defer(postgres.stop);
  const folder = path.join(disk.folder, 'tablespace');
  mkdirSync(folder);
  chownToPostgres(folder);
  await queryDatabase(postgres.url, `create tablespace small location '${folder}'`);
  await using database = await createPostgresDatabase(postgres.url, { tablespace: 'small' });
  await using server = await serve({ dataDir: '', databaseUrl: database.url });
  const writer = await registerWriter(server.origin);
  disk.fill();
  const published = await publishUntilRefused(server.origin, writer);
  disk.free();
  await expectRecovery(server, writer, published);
});

test('PostgreSQL: a crash under load causes only 503s and loses no acknowledged post', {
  tags: ['postgresql'],
}, async () => {
  await using owned = new AsyncDisposableStack();
  const postgres = await startPostgres();
  owned.defer(postgres.stop);
  await using server = await serveHere({ dataDir: '', databaseUrl: postgres.url });
  const writer = await registerWriter(server.origin);
  const load = startLoad({ origin: server.origin, writer, clients: 8, goOnAfter: 50 });
  const answered = (status: number) => load.tally.answers.get(status) ?? 0;
  await expect.poll(() => answered(201)).toBeGreaterThan(50);
  await postgres.crash();
  await expect.poll(() => answered(503)).toBeGreaterThan(8);
  await postgres.revive();
  const before = answered(201);
  await expect.poll(() => answered(201)).toBeGreaterThan(before + 50);
  const { acknowledged, unacknowledged, dropped, answers } = await load.stop();
  expect(dropped).toEqual([]);
  expect([...answers.keys()].toSorted()).toEqual([201, 503]);

  for (const press of unacknowledged) {
    expect([200, 201]).toContain((await publishUnderKey(server.origin, writer, press)).status);
  }
  const stored = (await queryDatabase(postgres.url, 'select title from posts')).map(({ title }) => title);
  const pressed = [...acknowledged, ...unacknowledged].map(({ title }) => title);
  expect(stored.toSorted()).toEqual(pressed.toSorted());
});

/** Needs its own PostgreSQL: dropping any of its databases waits for the processes that this test stops. */
test('PostgreSQL: a connection whose query timed out is not reused', { tags: ['postgresql'] }, async () => {
  await using owned = new AsyncDisposableStack();
  const { url, stop } = await startPostgres();
  owned.defer(stop);
  await using server = await serveHere({ dataDir: '', databaseUrl: url });
  const list = () => send(undefined, 'GET', server.origin + callPaths.posts);
  expect((await list()).status).toBe(200);
  const own = `select pid from pg_stat_activity where application_name = 'storyline' and datname = current_database()`;
  const pids = (await queryDatabase(url, own)).map(({ pid }) => Number(pid));
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    process.kill(pid, 'SIGSTOP');
    owned.defer(() => void process.kill(pid, 'SIGCONT'));
  }
  expect((await list()).status).toBe(503);
  expect((await list()).status).toBe(200);
});
