import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { ConfigError } from '../config.ts';
import { makeDataDir } from './data-dir.ts';
import type { Schema, Store } from './schema.ts';
import { PatientSqliteDialect, sqliteCode } from './sqlite-driver.ts';

/** How long opening waits for another process that opens or closes the database, in milliseconds. */
const openPatience = 5_000;
/** Between two tries to turn on write-ahead logging, in milliseconds. */
const walPause = 20;

/** BUSY, LOCKED, READONLY (as a disk becomes after a fault), IOERR, FULL and CANTOPEN. */
const unavailableCodes = new Set([5, 6, 8, 10, 13, 14]);

/** @throws {ConfigError} when the database can't be opened or created in `dataDir` */
export function openSqlite(dataDir: string): Store {
  const file = fileIn(dataDir);
  makeDataDir(dataDir);
  const writing = openFile(file);
  // A read on the same connection would wait for whoever waits there to write.
  const reading = new DatabaseSync(file, { readOnly: true });
  return {
    db: new Kysely<Schema>({ dialect: new PatientSqliteDialect(writing) }),
    publicReads: new Kysely<Schema>({ dialect: new PatientSqliteDialect(reading) }),
    isUnavailable,
    isRaced: () => false,
    async [Symbol.asyncDispose]() {
      reading.close();
      writing.close();
    },
  };
}

export function fileIn(dataDir: string): string {
  return path.join(dataDir, 'storyline.db');
}

function openFile(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: openPatience, enableForeignKeyConstraints: true });
    database.exec('pragma synchronous = full');
    turnOnWal(database);
    // From here on the driver waits.
    database.exec('pragma busy_timeout = 0');
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
  const deadline = Date.now() + openPatience;
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

function isUnavailable(error: unknown): boolean {
  return unavailableCodes.has(sqliteCode(error) ?? 0);
}
