import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** @throws {ConfigError} when the embedded database can't be opened; PostgreSQL is first asked by the first query */
export function openStore({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Store {
  return databaseUrl ? openPostgres(databaseUrl, log) : openSqlite(dataDir);
}
