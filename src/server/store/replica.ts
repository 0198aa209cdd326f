import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { clientThat, isLost, openPool, type PoolTimeouts } from './postgres-pool.ts';

/** In milliseconds. Shorter than the primary's, as the primary can be queried instead. */
const timeouts: PoolTimeouts = { connect: 1_000, query: 3_000 };

/** How long a replica gets no queries after its connection was lost, in milliseconds. */
const rest = 10_000;

/**
 * A pool for single reads without transactions. Each query goes to the replica, and to the primary if the replica fails
 * for any reason.
 */
export function openReplica(url: string, primary: Pool, log: Logger): PostgresPool {
  const pool = openPool(url, timeouts, log);
  let restsUntil = 0;

  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (performance.now() >= restsUntil) {
      try {
        return await pool.query(sql, [...parameters]);
      } catch (error) {
        if (isLost(error)) restsUntil = performance.now() + rest;
        log.warn({ err: error }, 'the replica did not answer; asking the primary');
      }
    }
    return primary.query(sql, [...parameters]);
  };

  const client = clientThat(query, () => undefined);
  return { options: pool.options, connect: async () => client, end: () => pool.end() };
}
