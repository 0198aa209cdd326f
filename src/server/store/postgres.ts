import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Schema, Store } from './schema.ts';

/** In milliseconds: an answer that takes longer is no answer (503), and a request doesn't hang on a dead database. */
const connectTimeout = 5_000;
const queryTimeout = 10_000;

/** Any number all servers agree on; it names the lock under which migrations run. */
const migrationLock = 7_307_201_964;

export function openPostgres(url: string, log: Logger): Store {
  const pool = new Pool({
    connectionString: url,
    application_name: 'storyline',
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
    keepAlive: true,
  });
  // Without a listener a connection that dies while idle would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    isUnavailable,
    lockMigrations: async (work) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(work);
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** Classes 08 (connection), 53 (out of resources), 57P and 55000 (shutting down, starting, closed), and what Node's sockets and pg say. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (
    /^(08|53|55000|57P|25006|40001|40P01|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOST|ENETUNREACH|EAI_AGAIN|ENOENT)/.test(code)
  )
    return true;
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i.test(
    error.message,
  );
}
