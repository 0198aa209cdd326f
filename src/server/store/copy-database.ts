import { existsSync, lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { knownMigrations, migrationLock } from './migrations.ts';
import { openPartialFile } from './partial-file.ts';

/** How long to wait for a server that is opening or closing the database at the moment, in milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Copies a database as it is at one moment, while servers go on writing to it. SQLite's readers see one state of the
 * write-ahead log and block no writer. The copy appears under its name only when it is complete and flushed to disk.
 * @returns a line about the copy's content, as `inspect` returns it
 * @throws {ConfigError} when there is nothing to copy, or `to` exists already
 */
export function copyDatabase(from: string, to: string): string {
  refuseLeftLog(to);
  using partial = openPartialFile(to);
  using source = openReadOnly(from);
  source.prepare('vacuum into ?').run(partial.name);
  const content = inspect(partial.name);
  partial.complete();
  return content;
}

/**
 * Checks a whole database file: it must be undamaged, and this version of Storyline must know its tables.
 * @returns a line for people about the content
 * @throws {ConfigError} when the file is damaged, is not a Storyline database, or is of a newer version
 */
export function inspect(file: string): string {
  using database = openReadOnly(file);
  const problems = readAll(database, 'pragma integrity_check');
  if (problems.length !== 1 || problems[0]?.integrity_check !== 'ok') {
    throw new ConfigError(`${file} is damaged: ${problems.map((row) => Object.values(row).join(' ')).join(', ')}`);
  }
  const known = new Set([...knownMigrations(), migrationLock]);
  const applied = readAll(database, 'select name from migrations').map(({ name }) => String(name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new ConfigError(`${file} is of a newer Storyline, which added ${unknown.join(', ')}`);
  const count = (table: string) => readAll(database, `select count(*) as count from ${table}`)[0]?.count;
  return `${count('posts')} posts by ${count('users')} users, ${count('images')} images`;
}

function readAll(database: DatabaseSync, sql: string): Record<string, unknown>[] {
  try {
    return database.prepare(sql).all();
  } catch (cause) {
    throw new ConfigError(`${database.location()} is not a Storyline database: ${messageOf(cause)}`, { cause });
  }
}

function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new ConfigError(`there is no database ${file}`);
  return new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
}

/** Refuses a write-ahead log that was left behind: SQLite would apply it to the new database. */
function refuseLeftLog(file: string): void {
  const present = ['-wal', '-shm', '-journal']
    .map((suffix) => `${file}${suffix}`)
    .find((name) => lstatSync(name, { throwIfNoEntry: false }));
  if (present !== undefined) throw new ConfigError(`${present} exists already, and is not overwritten`);
}
