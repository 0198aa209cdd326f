import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { ConfigError } from '../config.ts';
import { preparedOnce } from './prepared.ts';
import type { Schema, Store } from './schema.ts';

/** How long a statement waits for another process that writes, in milliseconds. */
const busyTimeout = 5_000;
/** Between two tries to turn on write-ahead logging, in milliseconds. */
const walPause = 20;

/** BUSY, LOCKED, IOERR, FULL and CANTOPEN (https://sqlite.org/rescode.html). */
const unavailableCodes = new Set([5, 6, 10, 13, 14]);

/** @throws {ConfigError} when the database can't be opened or created in `dataDir` */
export function openSqlite(dataDir: string): Store {
  const database = openFile(path.join(dataDir, 'storyline.db'));
  return {
    db: new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database: preparedOnce(database) }) }),
    isUnavailable,
    // A transaction is immediate (see below): whoever has begun one has the only write lock there is.
    lockMigrations: async () => undefined,
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

function openFile(file: string): DatabaseSync {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    database.exec('pragma synchronous = full');
    turnOnWal(database);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`DATA_DIR can't hold the database ${file}: ${reason}`, { cause });
  }
}

/**
 * SQLite does not wait for others here, it fails at once when another process is at the same file: several servers that
 * start together on a new database were refused (seen on two cores, one start in a hundred).
 */
function turnOnWal(database: DatabaseSync): void {
  const deadline = Date.now() + busyTimeout;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, walPause);
    }
  }
}

/** A transaction that begins with reading can't wait for its write lock later, it fails at once: take it at the start. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return unavailableCodes.has(error.errcode & 0xff);
}
