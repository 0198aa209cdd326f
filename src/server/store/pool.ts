import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';

/** In milliseconds: an answer that takes longer is no answer (503), and a request doesn't hang on a dead database. */
export type Patience = { connect: number; query: number };

export function openPool(url: string, patience: Patience, log: Logger): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'storyline',
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.query,
    keepAlive: true,
  });
  // Without a listener a connection that dies would end the process: the pool hears of idle ones alone, the client also
  // of those on which a transaction is between two questions.
  const note = (error: Error) => log.warn({ err: error }, 'a connection to PostgreSQL was lost');
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

/**
 * A pool that keeps no connection on which an answer was waited for in vain: whoever got it next would wait behind the
 * old question, for minutes where the network has gone silent.
 */
export function withoutLost(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => watched(await pool.connect()),
    end: () => pool.end(),
  };
}

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<unknown>;

/** As a client of Kysely's, which could ask for cursors too: this server never does. */
export function clientThat(query: Ask, release: PostgresPoolClient['release']): PostgresPoolClient {
  return { query: query as never, release };
}

function watched(client: PoolClient): PostgresPoolClient {
  let lost: unknown;
  const query: Ask = async (sql, parameters) => {
    // The first error says why; what a rollback on a dead connection says would hide it.
    if (lost !== undefined) throw lost;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      if (isLost(error)) lost = error;
      throw error;
    }
  };
  return clientThat(query, (discard) => client.release(discard === true || lost !== undefined));
}

/** Class 08 (connection), 57P (shutting down), 25006 (has become a replica), what Node's sockets say, and what pg says without a code. */
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
