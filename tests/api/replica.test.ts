// @module-tag exhaustive: drives a second PostgreSQL that follows the first
// @module-tag postgresql
import { expect, test } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import type { StoredPost } from '../../src/server/domain/posts.ts';
import { createLog } from '../../src/server/log.ts';
import { openBackend } from '../../src/server/open-backend.ts';
import { read, TestBackend } from './support/backend.ts';
import { createClientBuild } from './support/client-folder.ts';
import { queryDatabase, startPostgres } from './support/postgres.ts';

/** A primary and a replica that streams from it, which can be held back. */
async function openPair() {
  await using owned = new AsyncDisposableStack();
  const primary = await startPostgres();
  owned.defer(primary.stop);
  const replica = await primary.startReplica();
  owned.defer(replica.stop);
  const opened = owned.move();
  const dispose = () => opened.disposeAsync();
  const testDatabase = {
    dataDir: '',
    databaseUrl: primary.url,
    replicaUrl: replica.url,
    [Symbol.asyncDispose]: dispose,
  };
  const kind = { open: async () => testDatabase };
  const caughtUp = async () => {
    const [wrote] = await queryDatabase(primary.url, 'select pg_current_wal_lsn() as lsn');
    const [replayed] = await queryDatabase(replica.url, `select pg_last_wal_replay_lsn() >= '${wrote?.lsn}' as done`);
    return replayed?.done;
  };
  return {
    kind,
    replica,
    async holdBack() {
      await expect.poll(caughtUp).toBe(true);
      await queryDatabase(replica.url, 'select pg_wal_replay_pause()');
      const state = () => queryDatabase(replica.url, 'select pg_get_wal_replay_pause_state() as state');
      await expect.poll(state).toEqual([{ state: 'paused' }]);
    },
    letGo: () => queryDatabase(replica.url, 'select pg_wal_replay_resume()'),
  };
}

const titlesOf = (posts: StoredPost[]) => posts.map(({ title }) => title);

test('the replica answers public reads, the primary an author’s list; nothing stale stays', async () => {
  const { kind, holdBack, letGo } = await openPair();
  await using client = await createClientBuild();
  await using backend = await TestBackend.open(kind, { clientDir: client.clientDir });
  const author = await backend.register();
  const old = await read(await backend.publish(author, { title: 'Before the hold' }));
  await holdBack();
  const fresh = await read(await backend.publish(author, { title: 'After the hold' }));
  await backend.request(callPaths.post(old._id), { method: 'DELETE', headers: author.bearer });

  // Until it has connected, the server asks the primary in place of a replica.
  await expect.poll(async () => titlesOf(await backend.list())).toEqual(['Before the hold']);
  for (const page of [pagePaths.home, '/feed.xml']) {
    const text = await (await backend.request(page)).text();
    expect([page, text.includes('Before the hold'), text.includes('After the hold')]).toEqual([page, true, false]);
  }
  const sitemap = await (await backend.request('/sitemap.xml')).text();
  expect(sitemap).toContain(old._id);
  expect(titlesOf(await backend.list(callPaths.userPosts(author.userId)))).toEqual(['After the hold']);
  // An author who opens what they have just published finds it.
  expect(await read(await backend.request(callPaths.post(fresh._id)))).toEqual(fresh);

  await letGo();
  await expect.poll(async () => titlesOf(await backend.list())).toEqual(['After the hold']);
  await expect.poll(async () => (await backend.request(callPaths.post(old._id))).status).toBe(404);
});

test('an author’s list tells an edit that the replica does not have yet, and nothing stale stays', async () => {
  const { kind, holdBack, letGo } = await openPair();
  await using client = await createClientBuild();
  await using backend = await TestBackend.open(kind, { clientDir: client.clientDir });
  const author = await backend.register();
  const post = await read(await backend.publish(author, { title: 'As published' }));
  await expect.poll(async () => titlesOf(await backend.list())).toEqual(['As published']);
  await holdBack();
  const edited = await read(await backend.edit(author, post, { title: 'As edited' }));

  const own = callPaths.userPosts(author.userId);
  expect(await backend.list(own)).toEqual([edited]);
  expect(await backend.list()).toEqual([post]);
  expect(await read(await backend.request(callPaths.post(post._id)))).toEqual(post);
  const versions = await backend.request(callPaths.versions(post._id), { headers: author.bearer });
  expect(titlesOf(await read(versions))).toEqual(['As edited', 'As published']);

  await letGo();
  const pages = [callPaths.posts, callPaths.post(post._id), pagePaths.home, pagePaths.blog(post._id), '/feed.xml'];
  for (const path of [own, ...pages]) {
    const isNew = async () => (await (await backend.request(path)).text()).includes('As edited');
    await expect.poll(isNew).toBe(true);
  }
});

test('a server queries the primary while its replica is away, and then the replica again', async () => {
  const { kind, replica, holdBack } = await openPair();
  await using backend = await TestBackend.open(kind);
  const author = await backend.register();
  await backend.publish(author, { title: 'first' });
  await expect.poll(async () => titlesOf(await backend.list())).toEqual(['first']);
  await replica.crash();
  await backend.publish(author, { title: 'second' });
  expect(titlesOf(await backend.list())).toEqual(['second', 'first']);
  expect((await backend.request('/healthz')).status).toBe(200);

  await replica.revive();
  await holdBack();
  await backend.publish(author, { title: 'third' });
  await expect.poll(async () => titlesOf(await backend.list())).toEqual(['second', 'first']);
});

test('a server starts although its replica is away', async () => {
  await using owned = new AsyncDisposableStack();
  const primary = await startPostgres();
  owned.defer(primary.stop);
  const replicaUrl = 'postgres://storyline@127.0.0.1:1/none';
  const config = { dataDir: '', databaseUrl: primary.url, replicaUrl, samplePosts: false };
  await using backend = await openBackend(config, createLog('silent'));
  expect((await backend.app.request(callPaths.posts)).status).toBe(200);
});

test('DATABASE_REPLICA_URL without DATABASE_URL is refused', () => {
  expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://localhost/x' })).toThrow(ConfigError);
});
