import { ConfigError, readConfig } from '../config.ts';
import { copyDatabase, inspect } from '../store/copy-database.ts';
import { fileIn } from '../store/sqlite.ts';
import { runCommand } from './run-command.ts';

/** `npm run backup -- <file>` writes a consistent copy of the SQLite database, even while a server writes to it. */
await runCommand(async ([file]) => {
  if (file === undefined) throw new ConfigError('name the file to write: npm run backup -- storyline-backup.db');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: back PostgreSQL up with pg_dump');
  copyDatabase(fileIn(dataDir), file);
  return `${file} is a complete backup: ${inspect(file)}`;
});
