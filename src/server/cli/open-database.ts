import { existsSync } from 'node:fs';
import { ConfigError } from '../process/config-error.ts';
import { createLog } from '../process/log.ts';
import { refuseUnlessCurrent } from '../store/migrations.ts';
import { type DatabaseConfig, openStore } from '../store/open-store.ts';
import type { Store } from '../store/schema.ts';
import { fileIn } from '../store/sqlite.ts';

/**
 * Opens the database of a server, which may be running. Never creates a database, and never migrates one.
 * @throws {ConfigError} when the database is missing, is of another version or can't be reached
 */
export async function openExistingDatabase({ databaseUrl, dataDir }: DatabaseConfig): Promise<Store> {
  if (!databaseUrl && !existsSync(fileIn(dataDir))) {
    throw new ConfigError(
      `there is no database ${fileIn(dataDir)}: set DATA_DIR or DATABASE_URL to the server's value`,
    );
  }
  const store = openStore({ databaseUrl, dataDir }, createLog('silent'));
  try {
    await refuseUnlessCurrent(store.db);
    return store;
  } catch (error) {
    await store[Symbol.asyncDispose]();
    if (!store.isUnavailable(error)) throw error;
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new ConfigError(`the database does not answer: ${reason}`, { cause: error });
  }
}
