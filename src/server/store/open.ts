import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** Which database it is, and where. */
type Place = Pick<Config, 'databaseUrl' | 'replicaUrl' | 'dataDir'>;

/** @throws {ConfigError} when the embedded database can't be opened; PostgreSQL is first asked by the first query */
export function openStore({ databaseUrl, replicaUrl, dataDir }: Place, log: Logger): Store {
  return databaseUrl ? openPostgres(databaseUrl, replicaUrl, log) : openSqlite(dataDir);
}
