import { closeSync, existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { makeDataDir } from './data-dir.ts';
import { imagesInDatabase } from './image-store.ts';
import { createFileForOwner } from './owner-only.ts';
import { refuseForeignDatabase } from './refuse-foreign.ts';
import type { Schema, Store } from './schema.ts';
import { retryingSqlite, sqliteCode } from './sqlite-driver.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** How long opening waits for another process that opens or closes the database, in milliseconds. */
const openTimeoutMs = 5_000;
/** The pause between two tries to turn on write-ahead logging, in milliseconds. */
const walPause = 20;

/** BUSY, LOCKED, READONLY (a disk may become so after a fault), IOERR, FULL and CANTOPEN. */
const unavailableCodes = new Set([5, 6, 8, 10, 13, 14]);

/** @throws {ConfigError} when the database can't be opened or created in `dataDir` */
export function openSqlite(dataDir: string): Store {
  const file = fileIn(dataDir);
  makeDataDir(dataDir);
  const writing = openFile(file);
  // Reads have a connection of their own: on the writing connection, they would wait behind writes that wait for a
  // lock.
  const reading = new DatabaseSync(file, { readOnly: true });
  // Changes when another process has written. This server's own writes do not change it, because they use the same
  // connection.
  const dataVersion = writing.prepare('pragma data_version');
  // The reading connection writes nothing, so this value changes with every write, including this server's.
  const readVersion = reading.prepare('pragma data_version');
  const reads = new Kysely<Schema>({ dialect: retryingSqlite(reading) });
  const db = new Kysely<Schema>({ dialect: retryingSqlite(writing) });
  const { close: closeSearch, ...search } = sqliteSearch(file);
  return {
    db,
    search,
    withoutTimeout: db,
    reads,
    imageStore: imagesInDatabase(reads),
    health: reads,
    // This server's own writes do not change `data_version`, but an edit raises `version`, and a new name `revision`.
    postCacheKey: () => sql<string>`${String(dataVersion.get()?.data_version)} || '.' ||
      posts.version || '.' || users.revision`,
    version: () => String(readVersion.get()?.data_version),
    isUnavailable,
    isRaced: () => false,
    async [Symbol.asyncDispose]() {
      await closeSearch();
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
    refuseForeignDatabase(file);
    // Creates the file before SQLite does, for its owner only: SQLite gives the same permissions to the log.
    createUnlessThere(file);
    const database = new DatabaseSync(file, { timeout: openTimeoutMs, enableForeignKeyConstraints: true });
    database.exec('pragma synchronous = full');
    turnOnWal(database);
    // Checks again, because another process may have created a log. Now the log exists, so another user can't put one
    // there.
    refuseForeignDatabase(file);
    // From here on the driver waits for locks (sqlite-driver.ts).
    database.exec('pragma busy_timeout = 0');
    return database;
  } catch (cause) {
    throw new ConfigError(`DATA_DIR can't hold the database ${file}: ${messageOf(cause)}`, { cause });
  }
}

/** Creates the file, unless another server that starts at the same time does. */
function createUnlessThere(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(createFileForOwner(file));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
}

/**
 * Turns on write-ahead logging. Retries in a loop, because SQLite's busy timeout does not apply to this pragma. Without
 * retries, servers that started together on a new database failed (on two cores, one start in a hundred).
 */
function turnOnWal(database: DatabaseSync): void {
  const deadline = Date.now() + openTimeoutMs;
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
