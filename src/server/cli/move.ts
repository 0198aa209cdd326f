import { readConfig } from '../config.ts';
import { ConfigError } from '../process/config-error.ts';
import { createLog } from '../process/log.ts';
import { copyToPostgres } from '../store/copy-to-postgres.ts';
import { runCommand } from './command-line.ts';

/**
 * `DATABASE_URL=postgres://… npm run move` copies a stopped server's SQLite database into an empty PostgreSQL one.
 * The URL is read from the environment, because every user of the machine can read a command's arguments (`ps`).
 */
await runCommand('DATABASE_URL=postgres://user:password@host/name npm run move', async ({ operands }) => {
  const { DATA_DIR, DATABASE_URL } = process.env;
  if (operands.length > 0) throw new ConfigError('other users can read arguments: set DATABASE_URL instead');
  const { dataDir, databaseUrl } = readConfig({ DATA_DIR, DATABASE_URL });
  if (!databaseUrl)
    throw new ConfigError('DATABASE_URL is not set: run DATABASE_URL=postgres://user:password@host/name npm run move');
  const moved = await copyToPostgres(dataDir, databaseUrl, createLog('warn'));
  const rows = Object.entries(moved).map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`);
  return `Moved and compared row by row: ${rows.join(', ')}. From now on, start the server with DATABASE_URL.`;
});
