import type { Store, Work } from './schema.ts';

/** In this order, each once; one that has been released is never changed, only followed by another. */
const migrations: Record<string, (work: Work) => Promise<void>> = {
  '001 users, sessions, posts, idempotency keys': async ({ schema }) => {
    await schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('cookie_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('last_used_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('sessions_by_use').on('sessions').column('last_used_at').execute();
    await schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
    await schema
      .createTable('posts')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('posts_by_author').on('posts').columns(['author_id', 'id']).execute();
    await schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('post_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'key'])
      .execute();
  },
  '002 rate limits': async ({ schema }) => {
    await schema
      .createTable('rate_limits')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('rate_limits_by_end').on('rate_limits').column('ends_at').execute();
  },
};

type Applied = { migrations: { name: string; applied_at: string } };

/**
 * Brings the database up to date, in one transaction that any number of servers may start at once.
 * @returns whether the database was new
 */
export function migrate(store: Store): Promise<boolean> {
  return store.db.transaction().execute(async (work) => {
    await store.lockMigrations(work);
    await work.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
    const ledger = work.withTables<Applied>();
    const applied = new Set((await ledger.selectFrom('migrations').select('name').execute()).map(({ name }) => name));
    for (const [name, run] of Object.entries(migrations)) {
      if (applied.has(name)) continue;
      await run(work);
      await ledger.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute();
    }
    return applied.size === 0;
  });
}
