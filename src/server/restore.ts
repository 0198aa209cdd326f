import { runCommand } from './command.ts';
import { ConfigError, readConfig } from './config.ts';
import { copyDatabase, inspect } from './store/copy.ts';
import { makeDataDir } from './store/data-dir.ts';
import { fileIn } from './store/sqlite.ts';

/** `npm run restore -- <file>`: proves that a backup can be read, and puts it in place where there is no database. */
await runCommand(async ([file]) => {
  if (file === undefined) throw new ConfigError('say what: npm run restore -- storyline-backup.db');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl)
    throw new ConfigError('DATABASE_URL is set: a backup is of SQLite; restore it without, then move it');
  inspect(file);
  makeDataDir(dataDir);
  copyDatabase(file, fileIn(dataDir));
  return `${fileIn(dataDir)} is in place: ${inspect(fileIn(dataDir))}`;
});
