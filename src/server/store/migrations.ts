import { ConfigError } from '../config.ts';
import type { Database, Store, StoreTransaction } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/** Run in this order, each once. Never change one that has been released: add another after it. */
const migrations: Record<string, (work: StoreTransaction, search: SearchIndex) => Promise<void>> = {
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
  '003 known places, invitations, suspended users': async ({ schema }) => {
    await schema
      .createTable('known_places')
      .addColumn('place_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('known_places_by_user').on('known_places').column('user_id').execute();
    await schema.createIndex('known_places_by_end').on('known_places').column('ends_at').execute();
    await schema
      .createTable('invitations')
      .addColumn('code_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await schema.alterTable('users').addColumn('suspended_at', 'text').execute();
  },
  '004 versions of posts': async ({ schema }) => {
    await schema
      .alterTable('posts')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await schema.alterTable('posts').addColumn('updated_at', 'text').execute();
    // The content comes last: SQLite reads all of a long one to get at what is behind it.
    await schema
      .createTable('post_versions')
      .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('post_versions_pk', ['post_id', 'version'])
      .execute();
    await schema.alterTable('idempotency_keys').addColumn('version', 'integer').execute();
  },
  '005 images': async ({ schema }) => {
    await schema
      .createTable('images')
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('unnamed_since', 'text')
      .execute();
    await schema
      .createIndex('images_unnamed')
      .on('images')
      .column('unnamed_since')
      .where('unnamed_since', 'is not', null)
      .execute();
    await schema
      .createTable('image_uploads')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('image', 'text', (column) => column.notNull().references('images.name').onDelete('cascade'))
      .addPrimaryKeyConstraint('image_uploads_pk', ['user_id', 'image'])
      .execute();
    await schema.createIndex('image_uploads_by_image').on('image_uploads').column('image').execute();
    await schema
      .createTable('post_images')
      .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('image', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('post_images_pk', ['post_id', 'image'])
      .execute();
    await schema.createIndex('post_images_by_image').on('post_images').column('image').execute();
    await schema
      .createTable('image_files')
      .addColumn('image', 'text', (column) => column.notNull())
      .addColumn('variant', 'text', (column) => column.notNull())
      // SQLite knows no such type and stores bytes as they are.
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('image_files_pk', ['image', 'variant'])
      .execute();
  },
  // Both stay empty here: earlier posts are indexed while the server runs (domain/index-posts.ts).
  '006 search and topics': async (work, search) => {
    await search.create(work);
    await work.schema
      .createTable('post_topics')
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('post_topics_pk', ['topic', 'post_id'])
      .execute();
    await work.schema.createIndex('post_topics_by_post').on('post_topics').column('post_id').execute();
  },
  // A server of an earlier version may edit posts beside this one, and so may whoever uses the database's shell.
  '007 edits that the search is not told of': async (work, search) => {
    await work.schema
      .createTable('unindexed_posts')
      .addColumn('post_id', 'text', (column) =>
        column.notNull().primaryKey().references('posts.id').onDelete('cascade'),
      )
      .execute();
    await search.watchEdits(work);
  },
  '008 devices, recovery codes, reset links, deletions': async ({ schema }) => {
    await schema.alterTable('sessions').addColumn('created_at', 'text').execute();
    await schema
      .alterTable('sessions')
      .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await schema
      .createTable('recovery_codes')
      .addColumn('code_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute();
    await schema
      .createTable('reset_links')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('link_hash', 'text', (column) => column.notNull().unique())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await schema
      .alterTable('users')
      .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await schema.alterTable('users').addColumn('deleted_at', 'text').execute();
    await schema
      .createIndex('users_deleted')
      .on('users')
      .column('deleted_at')
      .where('deleted_at', 'is not', null)
      .execute();
  },
  '009 passkeys': async ({ schema }) => {
    await schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      // Up to 4,294,967,295: too much for an integer of PostgreSQL's, whose driver reads a larger one as text.
      .addColumn('counter', 'double precision', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute();
    await schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
    await schema
      .createTable('passkey_challenges')
      .addColumn('challenge_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('session_hash', 'text', (column) => column.references('sessions.token_hash').onDelete('cascade'))
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('passkey_challenges_by_session')
      .on('passkey_challenges')
      .column('session_hash')
      .where('session_hash', 'is not', null)
      .execute();
    await schema.createIndex('passkey_challenges_by_end').on('passkey_challenges').column('ends_at').execute();
  },
};

type Applied = { migrations: { name: string; applied_at: string } };

/** The row that a server locks while it migrates. Both databases lock rows, but only PostgreSQL has advisory locks. */
export const migrationLock = '000 held while migrating';

/** How many times a server tries in all, when another one migrates at the same moment. */
const tries = 5;

/**
 * Applies the pending migrations in one transaction. Any number of servers may call it at once.
 * @returns whether the database was new
 * @throws {ConfigError} when a newer version has migrated it
 */
export async function migrate(store: Store): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      return await migrateOnce(store);
    } catch (error) {
      if (left === 1 || !store.isRaced(error)) throw error;
    }
  }
}

async function migrateOnce({ db, withoutTimeout, search }: Store): Promise<boolean> {
  // Two servers may both find no table and both create it, and then one fails: in PostgreSQL, `if not exists` is not
  // atomic. `migrate` tries that one again.
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  // Without pending migrations nothing is written: a server must be able to start on a full disk.
  if ((await pendingIn(db)).pending.length === 0) return false;
  // Without a query timeout: on a large table a migration may take minutes, here or on a server this one waits for.
  return withoutTimeout.transaction().execute(async (work) => {
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
      await run(work, search);
      await ledger.insertInto('migrations').values({ name, applied_at }).execute();
    }
    return isNew && pending.length > 0;
  });
}

async function pendingIn(db: Database) {
  const ledger = db.withTables<Applied>().selectFrom('migrations');
  const rows = await ledger.select('name').where('name', '!=', migrationLock).execute();
  const applied = new Set(rows.map(({ name }) => name));
  refuseNewer([...applied]);
  return { pending: Object.entries(migrations).filter(([name]) => !applied.has(name)), isNew: applied.size === 0 };
}

function refuseNewer(applied: string[]): void {
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new ConfigError(
    `the database is of a newer Storyline, which added ${unknown.map((name) => `"${name}"`).join(', ')}: start that one`,
  );
}

/**
 * Checks that there is nothing to migrate, for commands that use the tables but must not change them.
 * @throws {ConfigError} when the database is empty, or of another version
 */
export async function refuseUnlessCurrent(db: Database): Promise<void> {
  const tables = await db.introspection.getTables();
  const isOurs = tables.some(({ name }) => name === 'migrations');
  if (isOurs && (await pendingIn(db)).pending.length === 0) return;
  throw new ConfigError(
    `the database ${isOurs ? 'is of an older Storyline' : 'is empty'}: start this server on it once`,
  );
}

export function knownMigrations(): string[] {
  return Object.keys(migrations);
}
