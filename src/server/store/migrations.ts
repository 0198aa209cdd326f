import { ConfigError } from '../process/config-error.ts';
import { createTables } from './initial-schema.ts';
import type { Database, Store, StoreTransaction } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/** Migrations run once each, in this order. Never change a released migration; add another after it. */
const migrations: Record<string, (work: StoreTransaction, search: SearchIndex) => Promise<void>> = {
  '001 initial schema': createTables,
};

type Applied = { migrations: { name: string; applied_at: string } };

/** The row that a server updates first, and so locks, when it migrates: SQLite has no advisory locks. */
export const migrationLock = '000 held while migrating';

/** How many times a server tries to migrate while other servers migrate the same database. */
const tries = 5;

/**
 * Applies the pending migrations in one transaction. Any number of servers may call it at once.
 * @returns whether the database was new
 * @throws {ConfigError} when a newer version of the server has migrated the database
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
  // In PostgreSQL, `if not exists` is not atomic: if two servers find no table and create it, one fails. `migrate` then
  // tries again.
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  // Writes nothing if no migration is pending: a server must be able to start on a full disk.
  if ((await pendingIn(db)).pending.length === 0) return false;
  // No query timeout: on a large table a migration may take minutes, here or on the server that holds the lock.
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

/**
 * Makes a transaction wait until every other transaction that called this function is over, on any server. Use it for
 * decisions that depend on missing rows, which can't be locked.
 */
export async function takeMigrationTurn(work: StoreTransaction): Promise<void> {
  const ledger = work.withTables<Applied>().selectFrom('migrations').select('name').where('name', '=', migrationLock);
  await ledger.forNoKeyUpdate().executeTakeFirstOrThrow();
}

async function pendingIn(db: Database) {
  const ledger = db.withTables<Applied>().selectFrom('migrations');
  const rows = await ledger.select('name').where('name', '!=', migrationLock).execute();
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    const added = unknown.map((name) => `"${name}"`).join(', ');
    throw new ConfigError(`the database is of a newer Storyline, which added ${added}: start that one`);
  }
  return { pending: Object.entries(migrations).filter(([name]) => !applied.has(name)), isNew: applied.size === 0 };
}

/**
 * Checks that no migration is pending, for commands that use the tables but must not change them.
 * @throws {ConfigError} when the database is empty, or belongs to another version of the server
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
