import { runCommand } from './command.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { moveDatabase } from './store/move.ts';

/** `npm run move -- postgres://…`: carries the SQLite database of a stopped server over to an empty PostgreSQL. */
await runCommand(async ([url]) => {
  if (url === undefined) throw new ConfigError('say where to: npm run move -- postgres://user:password@host/name');
  const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR });
  const target = readConfig({ DATABASE_URL: url }).databaseUrl ?? '';
  const moved = await moveDatabase(dataDir, target, createLog('warn'));
  const rows = Object.entries(moved).map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`);
  return `Moved and compared row by row: ${rows.join(', ')}. From now on start with DATABASE_URL.`;
});
