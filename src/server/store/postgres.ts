import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Logger } from 'pino';
import { codeOf, isLost, openPool, type Patience, withoutLost } from './pool.ts';
import { openReplica } from './replica.ts';
import type { Schema, Store } from './schema.ts';

const patience: Patience = { connect: 5_000, query: 10_000 };

/** @param replicaUrl where public reads are answered as well, a moment behind; unset: they are asked of the primary */
export function openPostgres(url: string, replicaUrl: string | undefined, log: Logger): Store {
  const primary = openPool(url, patience, log);
  const db = on(withoutLost(primary));
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl, primary, log);
  return {
    db,
    publicReads: replica ? on(replica) : db,
    isUnavailable,
    isRaced: (error) => /^(40001|40P01|42710|42P07|23505)$/.test(codeOf(error)),
    async [Symbol.asyncDispose]() {
      await Promise.all([replica?.end(), primary.end()]);
    },
  };
}

function on(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Or classes 40 (a transaction that got in another's way), 53 (out of resources), and what the operator has given a time limit. */
function isUnavailable(error: unknown): boolean {
  return isLost(error) || /^(40|53|55000|55P03|57014)/.test(codeOf(error));
}
