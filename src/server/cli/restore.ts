import { ConfigError, readConfig } from '../config.ts';
import { copyDatabase, inspect } from '../store/copy-database.ts';
import { makeDataDir } from '../store/data-dir.ts';
import { fileIn } from '../store/sqlite.ts';
import { runCommand } from './run-command.ts';

/** `npm run restore -- <file>` checks a backup and copies it into DATA_DIR, which must not have a database yet. */
await runCommand(async ([file]) => {
  if (file === undefined) throw new ConfigError('name the backup: npm run restore -- storyline-backup.db');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl)
    throw new ConfigError('DATABASE_URL is set, and backups are of SQLite: unset it, restore, then move');
  inspect(file);
  makeDataDir(dataDir);
  copyDatabase(file, fileIn(dataDir));
  return `${fileIn(dataDir)} is restored: ${inspect(fileIn(dataDir))}`;
});
