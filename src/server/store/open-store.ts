import type { Logger } from 'pino';
import { openPostgres } from './postgres.ts';
import type { Store } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseConfig = {
  /** The folder of the SQLite database. Unused when `databaseUrl` is set. */
  dataDir: string;
  /** The URL of a PostgreSQL database; unset: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
};

/** Opens the store; PostgreSQL is connected by the first query. @throws {ConfigError} when SQLite can't be opened */
export function openStore({ databaseUrl, dataDir }: DatabaseConfig, log: Logger): Store {
  return databaseUrl ? openPostgres(databaseUrl, log) : openSqlite(dataDir);
}
