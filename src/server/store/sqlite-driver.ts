import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { prepareOnce } from './prepared-statements.ts';

/** How long a statement waits while another process writes, and the pause between two tries; in milliseconds. */
const busyTimeoutMs = 5_000;
const busyRetryMs = 20;

const busy = 5;

/**
 * A connection that waits while another process holds the lock. SQLite's own busy timeout would block the event loop. A
 * statement that failed because of the lock has done nothing, so it can be retried.
 */
class RetryingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const deadline = performance.now() + busyTimeoutMs; ; ) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (sqliteCode(error) !== busy || performance.now() > deadline) throw error;
        await setTimeout(busyRetryMs);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, 1);
  }
}

class RetryingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  #connection: DatabaseConnection | undefined;

  constructor(database: DatabaseSync) {
    super({ database: prepareOnce(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new RetryingConnection(await super.acquireConnection());
    return this.#connection;
  }

  /**
   * Takes the write lock at the start: a transaction that writes after a read fails at once if another connection holds
   * the lock.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * Rolls back, unless SQLite has already, as on a full disk: a second rollback would fail and hide the first error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Leaves out row locks, because a transaction locks the whole database from its beginning. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

/** Returns Kysely's dialect for a database of `node:sqlite`. */
export function retryingSqlite(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new RetryingDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WithoutRowLocks(),
  };
}

/**
 * Returns the primary result code (https://sqlite.org/rescode.html) of SQLite's error; `undefined` for other errors.
 */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
