import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { inspect } from './copy.ts';
import { knownMigrations, migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Schema, Store, Work } from './schema.ts';
import { fileIn } from './sqlite.ts';

/** Every table and what tells its rows apart, in this order: a row may refer to one of a table before. */
const keys = {
  users: ['id'],
  sessions: ['token_hash'],
  posts: ['id'],
  idempotency_keys: ['user_id', 'key'],
  rate_limits: ['key'],
} as const satisfies { [Table in keyof Schema]: readonly (keyof Schema[Table])[] };

type Table = keyof typeof keys;
type Row = Record<string, unknown>;

const tables = Object.keys(keys) as Table[];

/** Of one statement, in rows and in characters. */
const most = { rows: 500, characters: 4_000_000 };

/**
 * Carries every row over in one transaction and compares it with what arrived: all of it is there afterwards, or nothing.
 * @returns how many rows of each table
 * @throws {ConfigError} when a server has the old database open, or there is anything in the new one
 */
export async function moveDatabase(dataDir: string, url: string, log: Logger): Promise<Record<Table, number>> {
  using source = openAlone(fileIn(dataDir));
  await using target = openPostgres(url, undefined, log);
  await prepare(target);
  return await target.db.transaction().execute(async (work) => {
    const moved: Partial<Record<Table, number>> = {};
    for (const table of tables) {
      await refuseUnlessEmpty(work, table);
      moved[table] = await moveTable(source, work, table);
    }
    return moved as Record<Table, number>;
  });
}

/** What a running server took after its row had been carried over would be lost. */
function openAlone(file: string): DatabaseSync {
  if (!existsSync(file)) throw new ConfigError(`there is no database ${file}`);
  inspect(file);
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (cause) {
    database.close();
    throw new ConfigError(`${file} is in use: stop the server first`, { cause });
  }
  const applied = new Set(
    database
      .prepare('select name from migrations')
      .all()
      .map(({ name }) => name),
  );
  if (knownMigrations().every((name) => applied.has(name))) return database;
  database.close();
  throw new ConfigError(`${file} is of an older Storyline: start this one on it once`);
}

async function prepare(target: Store): Promise<void> {
  try {
    await migrate(target);
  } catch (cause) {
    if (!target.isUnavailable(cause)) throw cause;
    throw new ConfigError(`there is no database to move to: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

async function refuseUnlessEmpty(work: Work, table: Table): Promise<void> {
  if ((await countIn(work, table)) > 0) throw new ConfigError(`there are ${table} in the database to move to already`);
}

async function moveTable(source: DatabaseSync, work: Work, table: Table): Promise<number> {
  let count = 0;
  for (const rows of batches(rowsOf(source, table))) {
    await insert(work, table, rows);
    await compare(work, table, rows);
    count += rows.length;
  }
  if ((await countIn(work, table)) !== count) throw new Error(`there are other ${table} there than were moved`);
  return count;
}

function rowsOf(source: DatabaseSync, table: Table): Iterable<Row> {
  return source.prepare(`select * from ${table} order by rowid`).iterate();
}

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += Object.values(row).join('').length;
    if (batch.length < most.rows && characters < most.characters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function insert(work: Work, table: Table, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => tuple(columns.map((column) => row[column])));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(work);
}

async function compare(work: Work, table: Table, rows: Row[]): Promise<void> {
  const key: readonly string[] = keys[table];
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const names = sql.join(key.map((column) => sql.ref(column)));
  const asked = rows.map((row) => tuple(key.map((column) => row[column])));
  const { rows: found } = await sql<Row>`
    select * from ${sql.table(table)} where (${names}) in (${sql.join(asked)})`.execute(work);
  const arrived = new Map(found.map((row) => [keyOf(row), row]));
  const changed = rows.find((row) => !isDeepStrictEqual({ ...row }, { ...arrived.get(keyOf(row)) }));
  if (changed) throw new Error(`a row of ${table} has not arrived as it was: ${keyOf(changed)}`);
}

function tuple(values: unknown[]) {
  return sql`(${sql.join(values)})`;
}

async function countIn(work: Work, table: Table): Promise<number> {
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(table)}`.execute(work);
  return Number(rows[0]?.count);
}
