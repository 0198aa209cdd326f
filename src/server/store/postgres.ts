import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Logger } from 'pino';
import { imagesInDatabase } from './image-store.ts';
import { codeOf, isLost, openPool, type PoolTimeouts, withoutLost } from './postgres-pool.ts';
import { postgresSearch, searchSettings } from './postgres-search.ts';
import type { Schema, Store } from './schema.ts';
import { searchDeadline } from './search-index.ts';

const defaultTimeouts: PoolTimeouts = { connect: 5_000, query: 10_000 };

/** How many searches run at once. */
const searchConnections = 2;

export function openPostgres(url: string, log: Logger, timeouts = defaultTimeouts): Store {
  const pool = openPool(url, timeouts, log);
  const db = on(withoutLost(pool));
  // Health checks have a connection of their own, so that no other query can keep it busy.
  const forHealth = openPool(url, timeouts, log, 1);
  // Migrations have no query timeout. This pool connects on its first query, and closes its connection when idle.
  const withoutTimeout = openPool(url, { ...timeouts, query: 0 }, log, 1);
  // Searches have connections of their own, so that slow searches leave the other connections free.
  const searchTimeouts = { ...timeouts, query: Math.min(timeouts.query, 1.2 * searchDeadline) };
  const searches = openPool(url, searchTimeouts, log, searchConnections, searchSettings);
  return {
    db,
    search: postgresSearch(on(withoutLost(searches))),
    reads: db,
    imageStore: imagesInDatabase(db),
    postCacheKey: () => postCacheKey,
    withoutTimeout: on(withoutLost(withoutTimeout)),
    health: on(withoutLost(forHealth)),
    isUnavailable,
    isRaced: (error) => /^(40001|40P01|42710|42P07|23505)$/.test(codeOf(error)),
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.end(), forHealth.end(), withoutTimeout.end(), searches.end()]);
    },
  };
}

/**
 * Changes with each write to the post's or its author's row: `xmin` is the transaction that last wrote a row
 * (https://www.postgresql.org/docs/current/ddl-system-columns.html).
 */
const postCacheKey = sql<string>`posts.xmin::text || '.' || users.xmin::text`;

function on(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Whether the database is unavailable: lost connections, classes 40 (transaction conflict) and 53 (out of
 * resources), 55000 (not in the required state), and the timeouts 55P03 (waiting for a lock) and 57014 (query
 * cancelled).
 */
function isUnavailable(error: unknown): boolean {
  return isLost(error) || /^(40|53|55000|55P03|57014)/.test(codeOf(error));
}
