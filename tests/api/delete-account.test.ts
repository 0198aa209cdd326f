import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { register } from '../../src/server/domain/accounts.ts';
import { deleteAccount } from '../../src/server/domain/delete-account.ts';
import { createLog } from '../../src/server/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Database, Store } from '../../src/server/store/schema.ts';
import { type StoreKind, stores } from './support/stores.ts';

const [many, manyKeys] = [3_000, 5_000];

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

for (const kind of stores) {
  test(`${kind.name}: two servers that delete one account at once are not in each other's way`, async () => {
    await using crowded = await openCrowded(kind);
    const { server, open, spammer, other } = crowded;
    await using another = open();
    await Promise.all([deleteAccount(server, spammer.id), deleteAccount(another, spammer.id)]);
    expect(await server.db.selectFrom('users').select('id').execute()).toEqual([{ id: other.id }]);
    expect([await countPosts(server, spammer.id), await countVersions(server)]).toEqual([0, 0]);
  });
}
