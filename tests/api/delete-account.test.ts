import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { deleteAccount } from '../../src/server/accounts/delete-account.ts';
import { deleteAnyPost } from '../../src/server/posts/delete-posts.ts';
import type { Database, Store } from '../../src/server/store/schema.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';
import type { TwoStores } from './support/two-stores.ts';

const test = testOn(stores);

const many = 600;

/** Registers a second account, beside Ada's, and gives it very many posts. */
async function crowd({ store: server, other: command, user: other, account }: TwoStores) {
  const spammer = await account('spam@example.com');
  await fill(server.db, spammer.id);
  return { server, command, spammer, other };
}

async function fill(db: Database, author: string): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(many)})`;
  await sql`${numbers} insert into posts (id, author_id, title, summary, img_url, content, created_at, version)
    select 'post ' || n, ${author}, '', '', '', case when n <= 30 then ${'long '.repeat(200_000)} else 'short' end, '',
      case when n = 2 then ${sql.lit(many + 1)} else 1 end
    from numbers`.execute(db);
  // One post has been edited very often, at first with long texts.
  await sql`${numbers} insert into post_versions (post_id, version, created_at, title, img_url, content)
    select 'post 2', n, '', '', '', case when n <= 20 then ${'long '.repeat(200_000)} else 'short' end
    from numbers`.execute(db);
  await sql`${numbers} insert into idempotency_keys (user_id, key, body_hash, post_id, created_at)
    select ${author}, 'key ' || n, '', '', '' from numbers`.execute(db);
  await db.insertInto('images').values({ name: 'an image', bytes: 0, unnamed_since: null }).execute();
  await db.insertInto('image_uploads').values({ user_id: author, image: 'an image' }).execute();
}

async function countVersions({ reads }: Store): Promise<number> {
  const counted = reads.selectFrom('post_versions').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

async function countPosts({ reads }: Store, author: string): Promise<number> {
  const counted = reads.selectFrom('posts').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.where('author_id', '=', author).executeTakeFirstOrThrow()).count);
}

/** Calls `look` in each turn of the event loop until the work is done. Returns the results of all calls. */
async function watch<T>(work: Promise<unknown>, look: () => Promise<T>): Promise<T[]> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const seen: T[] = [];
  for (; !isDone; await setImmediate()) seen.push(await look());
  await ended;
  return seen;
}

test('while an account is deleted, readers see either all of its posts or none', async ({ two }) => {
  const { server, command, spammer, other } = await crowd(two);
  const deleting = deleteAccount(command, spammer.id);
  const seen = await watch(deleting, () => countPosts(server, spammer.id));
  expect(await deleting).toBe(many);
  expect(seen.filter((count) => count === many).length).toBeGreaterThan(many / 20);
  expect(seen.filter((count) => count !== 0 && count !== many)).toEqual([]);
  expect(await server.db.selectFrom('users').select('id').execute()).toEqual([{ id: other.id }]);
  expect([await countPosts(server, spammer.id), await countVersions(server)]).toEqual([0, 0]);
  expect(await server.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
});

test('while a post is deleted, readers see either all of its versions or none', async ({ two }) => {
  const { server, command } = await crowd(two);
  const deleting = deleteAnyPost(command, 'post 2');
  const seen = await watch(deleting, () => countVersions(server));
  expect(await deleting).toBe(true);
  expect(seen.filter((count) => count === many).length).toBeGreaterThan(many / 20);
  expect(seen.filter((count) => count !== 0 && count !== many)).toEqual([]);
  expect(await deleteAnyPost(command, 'post 2')).toBe(false);
});

test('an account stays whole if its images cannot be deleted, and a retry succeeds', async ({ two }) => {
  const { server, spammer } = await crowd(two);
  const remove = () => Promise.reject(new Error('the images are not there'));
  const failing = { ...server, imageStore: { ...server.imageStore, remove } };
  await expect(deleteAccount(failing, spammer.id)).rejects.toThrow('the images are not there');
  expect([await countPosts(server, spammer.id), await countVersions(server)]).toEqual([many, many]);
  expect(await server.db.selectFrom('users').select('id').execute()).toHaveLength(2);
  expect(await deleteAccount(server, spammer.id)).toBe(many);
  expect(await server.db.selectFrom('images').select('name').execute()).toEqual([]);
});

test('two servers can delete one account at the same time', async ({ two }) => {
  const { server, command, spammer, other } = await crowd(two);
  await Promise.all([deleteAccount(server, spammer.id), deleteAccount(command, spammer.id)]);
  expect(await server.db.selectFrom('users').select('id').execute()).toEqual([{ id: other.id }]);
  expect([await countPosts(server, spammer.id), await countVersions(server)]).toEqual([0, 0]);
});
