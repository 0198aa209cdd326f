import { runCommand } from './command.ts';
import { ConfigError, readConfig } from './config.ts';
import { copyDatabase, inspect } from './store/copy.ts';
import { fileIn } from './store/sqlite.ts';

/** `npm run backup -- <file>`: a consistent copy of the SQLite database, whether or not a server is writing to it. */
await runCommand(async ([file]) => {
  if (file === undefined) throw new ConfigError('say where to: npm run backup -- storyline-backup.db');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: back PostgreSQL up by its own pg_dump');
  copyDatabase(fileIn(dataDir), file);
  return `${file} is a whole copy: ${inspect(file)}`;
});
