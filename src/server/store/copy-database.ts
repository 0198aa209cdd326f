import { existsSync, lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { latestTimeOfPost } from '../../contract/post-time.ts';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { knownMigrations, migrationLock } from './migrations.ts';
import { openPartialFile } from './partial-file.ts';

/** How long to wait for a server that is just opening or closing the database, in milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Copies a database as it is at one moment while servers go on writing to it: a reader sees one state of the
 * write-ahead log and blocks no writer. The copy appears under its name only when it is complete and flushed to disk.
 * @returns what is in the copy, as `inspect` says
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
 * Checks a whole database file: that it is undamaged, and that this version of Storyline knows its tables.
 * @returns a line for people: what is in it, and warnings of rows whose user or post was deleted, and of times that no post has
 * @throws {ConfigError} when it is damaged, no database of Storyline's, or of a newer version
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
  const orphans = orphansIn(database);
  const warnings = [
    orphans && `${orphans} of users or posts that are gone, deleted by hand: shown nowhere`,
    misdatedIn(database),
  ].flatMap((warning) => (warning ? [`; warning: ${warning}`] : []));
  return `${count('posts')} posts by ${count('users')} users, ${count('images')} images${warnings.join('')}`;
}

/** How many ids of posts a message names. */
const mostNamed = 5;

/**
 * Finds posts that are dated before 1970 or in the future (contract/post-time.ts): they stand above all others, or below
 * them. A year of more than four digits begins with `+` or `-`, which sort before every digit.
 * @returns a sentence for people, with the posts' ids; `undefined` if there are none
 */
export function misdatedIn(database: DatabaseSync): string | undefined {
  const isMisdated = (time: string) => `(${time} < '1970' or ${time} > ?)`;
  const latest = new Date(latestTimeOfPost()).toISOString();
  const ids = database
    .prepare(
      `select id from posts where ${isMisdated('created_at')} or ${isMisdated('updated_at')}
       union select post_id from post_versions where ${isMisdated('created_at')}`,
    )
    .all(latest, latest, latest)
    .map(({ id }) => String(id));
  if (ids.length === 0) return undefined;
  const named = ids.slice(0, mostNamed).join(', ') + (ids.length > mostNamed ? ', …' : '');
  return `${ids.length} posts are dated before 1970 or in the future: npm run post -- delete deletes them (${named})`;
}

/**
 * Counts the rows whose user or post is gone. SQLite's shell has foreign keys off: deleting one there leaves its rows.
 * @returns how many rows of which tables, such as `3 posts, 1 sessions`; `undefined` if there are none
 */
export function orphansIn(database: DatabaseSync): string | undefined {
  const rows = Map.groupBy(readAll(database, 'pragma foreign_key_check'), ({ table }) => String(table));
  const counts = [...rows].map(([table, { length }]) => `${length} ${table.replaceAll('_', ' ')}`);
  return counts.length > 0 ? counts.join(', ') : undefined;
}

function readAll(database: DatabaseSync, sql: string): Record<string, unknown>[] {
  try {
    return database.prepare(sql).all();
  } catch (cause) {
    throw new ConfigError(`${database.location()} is no database of Storyline's: ${messageOf(cause)}`, { cause });
  }
}

function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new ConfigError(`there is no database ${file}`);
  return new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
}

/** SQLite would apply a write-ahead log that was left behind to the new database. */
function refuseLeftLog(file: string): void {
  const present = ['-wal', '-shm', '-journal']
    .map((suffix) => `${file}${suffix}`)
    .find((name) => lstatSync(name, { throwIfNoEntry: false }));
  if (present !== undefined) throw new ConfigError(`${present} is there already, and is never overwritten`);
}
