import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';
import { knownMigrations, migrationLock } from './migrations.ts';

/** How long a copy waits for a server that is just opening or closing its database, in milliseconds. */
const patience = 5_000;

/**
 * Copies a database as it is at one moment, though servers go on writing to it: a reader sees one state of the
 * write-ahead log, and keeps nobody from writing. The copy stands under its name when it is whole and on the disk, or
 * not at all.
 * @throws {ConfigError} when there is nothing to copy, or already something in its place
 */
export function copyDatabase(from: string, to: string): void {
  refuseToOverwrite(to);
  const partial = `${to}.${process.pid}.partial`;
  try {
    using source = openReadOnly(from);
    source.prepare('vacuum into ?').run(partial);
    inspect(partial);
    flush(partial);
    link(partial, to);
    flush(path.dirname(path.resolve(to)));
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Reads a database through, and checks that it is one of ours.
 * @returns what is in it, for people
 * @throws {ConfigError} when it is damaged, or of a newer server
 */
export function inspect(file: string): string {
  using database = openReadOnly(file);
  const problems = [...readAll(database, 'pragma integrity_check'), ...readAll(database, 'pragma foreign_key_check')];
  if (problems.length !== 1 || problems[0]?.integrity_check !== 'ok') {
    throw new ConfigError(`${file} is damaged: ${problems.map((row) => Object.values(row).join(' ')).join(', ')}`);
  }
  const known = new Set([...knownMigrations(), migrationLock]);
  const applied = readAll(database, 'select name from migrations').map(({ name }) => String(name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new ConfigError(`${file} is of a newer Storyline, which added ${unknown.join(', ')}`);
  const count = (table: string) => readAll(database, `select count(*) as count from ${table}`)[0]?.count;
  return `${count('posts')} posts by ${count('users')} users`;
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
  return new DatabaseSync(file, { readOnly: true, timeout: patience });
}

/** A write-ahead log that was left behind would be taken for the new database's. */
function refuseToOverwrite(file: string): void {
  const present = [file, `${file}-wal`, `${file}-shm`].find((name) => existsSync(name));
  if (present !== undefined) throw new ConfigError(`${present} is there already, and is never overwritten`);
}

/** Unlike a rename, a link can't take another file's place, even one that has appeared in the meantime. */
function link(partial: string, to: string): void {
  try {
    linkSync(partial, to);
  } catch (cause) {
    throw new ConfigError(`${to} can't be made: ${messageOf(cause)}`, { cause });
  }
}

function flush(file: string): void {
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
