import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { HttpError } from '../process/http-error.ts';

/**
 * Timeouts in milliseconds, so that requests get 503 instead of hanging on a dead database. A `query` of 0 means no
 * timeout.
 */
export type PoolTimeouts = { connect: number; query: number };

/** The most queries that may wait for a connection; at a few milliseconds each, they all run before their timeout. */
const mostWaiting = 500;

/**
 * Opens a pool of connections.
 * @param connections the most connections that are open at once
 * @param settings SQL that also runs on each new connection
 */
export function openPool(url: string, timeouts: PoolTimeouts, log: Logger, connections = 10, settings = ''): Pool {
  const options: PoolConfig & { onConnect(client: PoolClient): Promise<unknown> } = {
    connectionString: url,
    application_name: 'storyline',
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    keepAlive: true,
    max: connections,
    onConnect: (client) => client.query(`${giveUpWith(timeouts)}; ${settings}`),
  };
  const pool = new Pool(options);
  // Without a listener, a connection that dies would end the process. The pool emits errors of idle connections only; a
  // client also emits those that happen between two queries of a transaction.
  const note = (error: Error) =>
    log.warn({ err: error }, 'a connection to PostgreSQL was lost; the next query opens another');
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

/**
 * Returns SQL that makes PostgreSQL cancel a query shortly before this server stops waiting for the query. Abandoned
 * queries would use up PostgreSQL's connections. The limits are set after connecting, because PgBouncer rejects unknown
 * startup parameters.
 */
function giveUpWith({ query }: PoolTimeouts): string {
  const ms = Math.round(0.9 * query);
  return `set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = ${2 * ms}`;
}

/**
 * Returns a pool that discards a connection on which a query has timed out or met a network error. The next query would
 * wait behind the old one, for minutes if the network has gone silent.
 */
export function withoutLost(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new HttpError('busy');
      return watched(await pool.connect());
    },
    end: () => pool.end(),
  };
}

function watched(client: PoolClient): PostgresPoolClient {
  let lost: unknown;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // Throws the first error, which has the reason. The error of a rollback on a dead connection would hide it.
    if (lost !== undefined) throw lost;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      if (isLost(error)) lost = error;
      throw error;
    }
  };
  return {
    // Leaves out cursors, which Kysely could request but this server never uses.
    query: query as never,
    release: (discard) => client.release(discard === true || lost !== undefined),
  };
}

/**
 * Whether an error means that the connection can't be used any more: PostgreSQL's classes 08 (connection) and 57P
 * (shutting down), PostgreSQL's code 25006 (the primary has become a replica), Node's socket errors, and pg's own
 * errors, which have no code.
 */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P|25006|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOST|ENETUNREACH|EAI_AGAIN|ENOENT)/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i.test(
    message,
  );
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
