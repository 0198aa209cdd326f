import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { clientThat, isLost, openPool, type Patience } from './pool.ts';

/** A replica that is slower than this is not worth waiting for: there is a primary to ask. */
const patience: Patience = { connect: 1_000, query: 3_000 };

/** For how long a replica that was away is not asked again, in milliseconds. */
const rest = 10_000;

/**
 * For reading alone, one question at a time, with no transaction: each goes to the replica, and to the primary when the
 * replica has no answer, whatever the reason.
 */
export function openReplica(url: string, primary: Pool, log: Logger): PostgresPool {
  const pool = openPool(url, patience, log);
  let restsUntil = 0;

  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (performance.now() >= restsUntil) {
      try {
        return await pool.query(sql, [...parameters]);
      } catch (error) {
        if (isLost(error)) restsUntil = performance.now() + rest;
        log.warn({ err: error }, 'the replica has no answer: the primary is asked');
      }
    }
    return primary.query(sql, [...parameters]);
  };

  const client = clientThat(query, () => undefined);
  return { options: pool.options, connect: async () => client, end: () => pool.end() };
}
