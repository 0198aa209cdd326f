import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './schema.ts';
import { openSqlite } from './sqlite.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** @throws {ConfigError} when the SQLite database can't be opened; PostgreSQL is connected to by the first query */
export function openStore({ databaseUrl, dataDir }: DatabaseConfig, log: Logger): Store {
  return databaseUrl ? openPostgres(databaseUrl, log) : openSqlite(dataDir);
}
