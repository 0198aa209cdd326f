import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDialect, SqliteDriver } from 'kysely';
import { preparedOnce } from './prepared.ts';

/** How long a statement waits for another process that writes, and how often it asks; in milliseconds. */
const busyPatience = 5_000;
const busyPause = 20;

const busy = 5;

/**
 * Waits for another process's lock without holding up this one: SQLite's own waiting would stop everything else that
 * the server does. A statement that met a lock has done nothing, so it can be asked again.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const deadline = performance.now() + busyPatience; ; ) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (sqliteCode(error) !== busy || performance.now() > deadline) throw error;
        await setTimeout(busyPause);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, 1);
  }
}

class PatientDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  #connection: DatabaseConnection | undefined;

  constructor(database: DatabaseSync) {
    super({ database: preparedOnce(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new PatientConnection(await super.acquireConnection());
    return this.#connection;
  }

  /** A transaction that begins with reading can't wait for its write lock later, it fails at once: take it at the start. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk has ended the transaction by itself; rolling back again would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: preparedOnce(database) });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#database);
  }
}

/** The primary result code (https://sqlite.org/rescode.html) of an error that SQLite made. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
