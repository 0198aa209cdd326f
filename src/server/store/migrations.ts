import type { Database, Store, Work } from './schema.ts';

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

/** The row that a server holds while it migrates: every database locks rows, not every one has locks by number. */
export const migrationLock = '000 held while migrating';

/** How often a server that got in another's way tries again. */
const tries = 5;

/**
 * Brings the database up to date, in one transaction that any number of servers may start at once.
 * @returns whether the database was new
 */
export async function migrate(store: Store): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      return await migrateOnce(store.db);
    } catch (error) {
      if (left === 1 || !store.isRaced(error)) throw error;
    }
  }
}

async function migrateOnce(db: Database): Promise<boolean> {
  // Two servers that both find no table both make it, and one of them fails: PostgreSQL asks and acts in two steps.
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  // Nothing is written where there is nothing to do: a server must be able to start on a full disk.
  if ((await pendingIn(db)).pending.length === 0) return false;
  return db.transaction().execute(async (work) => {
    const ledger = work.withTables<Applied>();
    const applied_at = new Date().toISOString();
    await ledger
      .insertInto('migrations')
      .values({ name: migrationLock, applied_at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    await ledger.updateTable('migrations').set({ applied_at }).where('name', '=', migrationLock).execute();
    const { pending, isNew } = await pendingIn(work);
    for (const [name, run] of pending) {
      await run(work);
      await ledger.insertInto('migrations').values({ name, applied_at }).execute();
    }
    return isNew && pending.length > 0;
  });
}

async function pendingIn(db: Database) {
  const ledger = db.withTables<Applied>().selectFrom('migrations');
  const rows = await ledger.select('name').where('name', '!=', migrationLock).execute();
  const applied = new Set(rows.map(({ name }) => name));
  return { pending: Object.entries(migrations).filter(([name]) => !applied.has(name)), isNew: applied.size === 0 };
}

export function knownMigrations(): string[] {
  return Object.keys(migrations);
}
