import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { logIn, register } from '../../src/server/domain/accounts.ts';
import { deleteAccount, deletedAccounts } from '../../src/server/domain/delete-account.ts';
import { deleteAnyPost } from '../../src/server/domain/moderation.ts';
import { cursorOfPost, pageOfAuthor, pageOfPosts } from '../../src/server/domain/posts.ts';
import { publish } from '../../src/server/domain/write-posts.ts';
import { createLog } from '../../src/server/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Database, Store } from '../../src/server/store/schema.ts';
import { indexHere } from './support/index-here.ts';
import { type StoreKind, sqlite, stores } from './support/stores.ts';

const [many, manyKeys] = [3_000, 5_000];

const post = { title: 'A title', imgUrl: '', content: 'Some words.' };

/** The database of a server, a second connection to it, and an account with very many posts in it. */
async function openCrowded(kind: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const open = () => openStore(testDatabase, createLog('silent'));
  const server = owned.use(open());
  await migrate(server);
  const account = async (email: string) => {
    const { userId } = await register(server, { name: 'Ada', email, password: 'correct horse' }, 'open', undefined);
    return { id: userId, name: 'Ada', email };
  };
  const [spammer, other] = [await account('spam@example.com'), await account('ada@example.com')];
  await fill(server.db, spammer.id);
  const opened = owned.move();
  return { server, open, spammer, other, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function fill(db: Database, author: string): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(manyKeys)})`;
  await sql`${numbers} insert into posts (id, author_id, title, summary, img_url, content, created_at)
    select 'post ' || n, ${author}, '', '', '', case when n <= 30 then ${'long '.repeat(200_000)} else 'short' end, ''
    from numbers where n <= ${sql.lit(many)}`.execute(db);
  // One post has been edited very often, and a few that follow each other are long.
  await sql`${numbers} insert into post_versions (post_id, version, created_at, title, img_url, content)
    select 'post 2' , n, '', '', '', case when n <= 20 then ${'long '.repeat(200_000)} else 'short' end
    from numbers where n <= ${sql.lit(many)}
    union all select 'post ' || (n + 200), 1, '', '', '', ${'long '.repeat(200_000)} from numbers where n <= 30`.execute(
    db,
  );
  await sql`${numbers} insert into idempotency_keys (user_id, key, body_hash, post_id, created_at)
    select ${author}, 'key ' || n, '', '', '' from numbers`.execute(db);
}

async function countVersions({ db }: Store): Promise<number> {
  const counted = db.selectFrom('post_versions').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

async function countPosts({ db }: Store, author: string): Promise<number> {
  const counted = db.selectFrom('posts').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.where('author_id', '=', author).executeTakeFirstOrThrow()).count);
}

/** As the deletion of an account begins. */
async function hide({ db }: Store, id: string): Promise<void> {
  await db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute();
}

for (const kind of stores) {
  test(`${kind.name}: an account with very many posts is deleted bit by bit, while others read and write`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, open, spammer, other } = crowded;
    await using command = open();
    let isDeleted = false;
    const deleting = deleteAccount(command, spammer.id).finally(() => {
      isDeleted = true;
    });
    const suspended = server.db.selectFrom('users').select('suspended_at').where('id', '=', spammer.id);
    await expect
      .poll(async () => (await suspended.executeTakeFirst())?.suspended_at ?? null, { interval: 1 })
      .not.toBe(null);
    const seen: number[] = [];
    let published = 0;
    while (!isDeleted) {
      await publish(server, { posts: 0, bytes: 0 }, other, post, `${published++}`, indexHere);
      await pageOfPosts(server);
      seen.push(await countPosts(server, spammer.id));
      if (isDeleted) break;
      const login = { email: spammer.email, password: 'correct horse' };
      await expect(logIn(server, login)).rejects.toMatchObject({
        code: expect.stringMatching(/suspended|credentials/),
      });
    }
    expect(await deleting).toBe(many);
    expect(new Set(seen.filter((count) => count > 0 && count < many)).size).toBeGreaterThan(3);
    expect(await countVersions(server)).toBe(0);
    const emails = await server.db.selectFrom('users').select('email').execute();
    expect([emails, await countPosts(server, other.id)]).toEqual([[{ email: other.email }], published]);
    expect(await server.db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(published);
  });

  test(`${kind.name}: a post that was edited very often is deleted bit by bit, while others read and write`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, open, other } = crowded;
    await using command = open();
    const before = await countVersions(server);
    let isDeleted = false;
    const deleting = deleteAnyPost(command, 'post 2').finally(() => {
      isDeleted = true;
    });
    const seen: number[] = [];
    for (let published = 0; !isDeleted; published++) {
      await publish(server, { posts: 0, bytes: 0 }, other, post, `${published}`, indexHere);
      seen.push(await countVersions(server));
      // SQLite answers without a turn of the event loop, in which alone the deletion goes on.
      await wait(1);
    }
    expect(await deleting).toBe(true);
    expect(new Set(seen.filter((count) => count > before - many && count < before)).size).toBeGreaterThan(1);
    expect(await countVersions(server)).toBe(before - many);
    expect(await deleteAnyPost(command, 'post 2')).toBe(false);
  });

  test(`${kind.name}: a deletion that was broken off leaves an account that nobody sees, and can be repeated`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, open, spammer } = crowded;
    const command = open();
    const deleting = deleteAccount(command, spammer.id).catch((error: unknown) => error);
    await expect.poll(() => countPosts(server, spammer.id), { interval: 1 }).toBeLessThan(many);
    await command[Symbol.asyncDispose]();
    expect(await deleting).toBeInstanceOf(Error);
    const rest = await countPosts(server, spammer.id);
    expect(rest).toBeGreaterThan(0);
    expect((await pageOfPosts(server)).ids).toEqual([]);
    await expect(pageOfAuthor(server, spammer.id)).rejects.toMatchObject({ code: 'user_not_found' });
    expect(await deletedAccounts(server)).toEqual([spammer.id]);
    expect(await deleteAccount(server, spammer.id)).toBe(rest);
    expect(await server.db.selectFrom('users').select('id').where('id', '=', spammer.id).execute()).toEqual([]);
  });

  test(`${kind.name}: lists are whole that have very many posts of a deleted account between theirs`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, spammer, other } = crowded;
    // Sorts before all others, between them, and behind.
    const ids = ['a', ...Array.from({ length: 25 }, (_, number) => `post ${1_000 + 50 * number} b`), 'z'];
    const content = { title: '', summary: '', img_url: '', content: '', created_at: '' };
    await server.db
      .insertInto('posts')
      .values(ids.map((id) => ({ id, author_id: other.id, ...content })))
      .execute();
    await hide(server, spammer.id);
    const newestFirst = ids.toReversed();
    for (const pageAfter of [
      (after?: string) => pageOfPosts(server, after),
      (after?: string) => pageOfAuthor(server, other.id, after),
    ]) {
      expect(await pageAfter()).toMatchObject({ ids: newestFirst.slice(0, 20), more: true });
      expect(await pageAfter(newestFirst[19])).toMatchObject({ ids: newestFirst.slice(20), more: false });
      expect(await pageAfter(newestFirst[6])).toMatchObject({ ids: newestFirst.slice(7), more: false });
    }
    expect(await cursorOfPost(server, 'b')).toBe('post 1000 b');
    expect(await cursorOfPost(server, 'post 1000 b')).toBe('post 1000 b');
    expect(await cursorOfPost(server, 'post 2200 c')).toBe('z');
    expect(await cursorOfPost(server, 'zz')).toBe(undefined);
  });

  test(`${kind.name}: no post of a deleted account is looked at for the list of its author`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, spammer } = crowded;
    await hide(server, spammer.id);
    const asked: string[] = [];
    const watched = (db: Database) => {
      const selectFrom = (table: 'users') => {
        asked.push(table);
        return db.selectFrom(table);
      };
      return new Proxy(db, { get: (_, name) => (name === 'selectFrom' ? selectFrom : Reflect.get(db, name)) });
    };
    const store = { ...server, db: watched(server.db), reads: watched(server.reads) };
    await expect(pageOfAuthor(store, spammer.id)).rejects.toMatchObject({ code: 'user_not_found' });
    expect(new Set(asked)).toEqual(new Set(['users']));
  });

  test(`${kind.name}: two servers that delete one account at once are not in each other's way`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, open, spammer, other } = crowded;
    await using another = open();
    await Promise.all([deleteAccount(server, spammer.id), deleteAccount(another, spammer.id)]);
    expect(await server.db.selectFrom('users').select('id').execute()).toEqual([{ id: other.id }]);
    expect([await countPosts(server, spammer.id), await countVersions(server)]).toEqual([0, 0]);
  });
}

test('SQLite: others are answered while a list leaves out very many posts of a deleted account', async () => {
  await using crowded = await openCrowded(sqlite);
  const { server, spammer } = crowded;
  await hide(server, spammer.id);
  for (const list of [() => pageOfPosts(server), () => cursorOfPost(server, '')]) {
    let [turns, isDone] = [0, false];
    const listing = list().finally(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await setImmediate();
    await listing;
    expect(turns).toBeGreaterThan(many / 500);
  }
});
