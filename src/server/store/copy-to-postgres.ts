import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { inspect } from './copy-database.ts';
import { knownMigrations, migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { refuseForeignDatabase } from './refuse-foreign.ts';
import type { Schema, Store, StoreTransaction } from './schema.ts';
import { fileIn } from './sqlite.ts';

/**
 * Every table and its primary key, in the order of copying: a row refers only to rows of earlier tables. Leaves out the
 * search index, which differs between the databases: the server indexes all posts again.
 */
const keys = {
  users: ['id'],
  sessions: ['token_hash'],
  recovery_codes: ['code_hash'],
  reset_links: ['user_id'],
  passkeys: ['id'],
  passkey_challenges: ['challenge_hash'],
  posts: ['id'],
  post_versions: ['post_id', 'version'],
  images: ['name'],
  image_uploads: ['user_id', 'image'],
  post_images: ['post_id', 'image'],
  image_files: ['image', 'variant'],
  post_topics: ['topic', 'post_id'],
  idempotency_keys: ['user_id', 'key'],
  known_places: ['place_hash'],
  invitations: ['code_hash'],
  site_settings: ['key'],
  site_icons: ['name'],
  site_pages: ['name'],
  rate_limits: ['key'],
} as const satisfies {
  [Table in Exclude<keyof Schema, 'indexed_posts'>]: readonly (keyof Schema[Table])[];
};

type Table = keyof typeof keys;
type Row = Record<string, unknown>;

const tables = Object.keys(keys) as Table[];

/** The limits of one insert statement: rows, and characters or bytes of their values. */
const most = { rows: 500, length: 4_000_000 };

/**
 * Copies every row into PostgreSQL in one transaction, and compares each row with its copy. In the end, PostgreSQL has
 * either all rows or none.
 * @param dataDir the folder of the SQLite database
 * @param url of the PostgreSQL database
 * @returns the number of rows of each table
 * @throws {ConfigError} when a server has the SQLite database open, or the PostgreSQL database is not empty
 */
export async function copyToPostgres(dataDir: string, url: string, log: Logger): Promise<Record<Table, number>> {
  using source = openAlone(fileIn(dataDir));
  await using target = openPostgres(url, log);
  await prepare(target);
  return await target.db.transaction().execute(async (work) => {
    const moved: Partial<Record<Table, number>> = {};
    for (const table of tables) {
      if ((await countIn(work, table)) > 0)
        throw new ConfigError(`the PostgreSQL database is not empty: it has ${table}`);
      moved[table] = await moveTable(source, work, table);
    }
    return moved as Record<Table, number>;
  });
}

/** Opens the database and locks it. Otherwise a running server could add rows to a table that is copied already. */
function openAlone(file: string): DatabaseSync {
  if (!existsSync(file)) throw new ConfigError(`there is no database ${file}`);
  refuseForeignDatabase(file);
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
    throw new ConfigError(`the PostgreSQL database does not answer: ${messageOf(cause)}`, { cause });
  }
}

async function moveTable(source: DatabaseSync, work: StoreTransaction, table: Table): Promise<number> {
  let count = 0;
  for (const rows of batches(source.prepare(`select * from ${table} order by rowid`).iterate())) {
    await insert(work, table, rows);
    await compare(work, table, rows);
    count += rows.length;
  }
  if ((await countIn(work, table)) !== count) throw new Error(`${table} differ in number, nothing is moved`);
  return count;
}

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) length += value instanceof Uint8Array ? value.length : String(value).length;
    if (batch.length < most.rows && length < most.length) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function insert(work: StoreTransaction, table: Table, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => tuple(columns.map((column) => row[column])));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(work);
}

async function compare(work: StoreTransaction, table: Table, rows: Row[]): Promise<void> {
  const key: readonly string[] = keys[table];
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const names = sql.join(key.map((column) => sql.ref(column)));
  const asked = rows.map((row) => tuple(key.map((column) => row[column])));
  const { rows: found } = await sql<Row>`
    select * from ${sql.table(table)} where (${names}) in (${sql.join(asked)})`.execute(work);
  const arrived = new Map(found.map((row) => [keyOf(row), row]));
  const changed = rows.find((row) => !isDeepStrictEqual(comparable(row), comparable(arrived.get(keyOf(row)))));
  if (changed) throw new Error(`a row of ${table} arrived changed, nothing is moved: ${keyOf(changed)}`);
}

/** Returns the row with ordinary prototypes, so that it can be compared with a row of the other driver. */
function comparable(row: Row | undefined): Row {
  const entries = Object.entries(row ?? {});
  return Object.fromEntries(
    entries.map(([column, value]) => [column, value instanceof Uint8Array ? new Uint8Array(value) : value]),
  );
}

function tuple(values: unknown[]) {
  return sql`(${sql.join(values)})`;
}

async function countIn(work: StoreTransaction, table: Table): Promise<number> {
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(table)}`.execute(work);
  return Number(rows[0]?.count);
}
