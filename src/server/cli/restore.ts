import { readConfig } from '../config.ts';
import { ConfigError } from '../process/config-error.ts';
import { copyDatabase, inspect } from '../store/copy-database.ts';
import { makeDataDir } from '../store/data-dir.ts';
import { refuseForeignLogs } from '../store/refuse-foreign.ts';
import { fileIn } from '../store/sqlite.ts';
import { onlyOperand } from './arguments.ts';
import { runCommand } from './command-line.ts';
import { operatorsFile } from './operators-file.ts';

/** `npm run restore -- <file>` checks a backup and copies it into DATA_DIR, which must not have a database yet. */
await runCommand('npm run restore -- <file>', async (given) => {
  const file = operatorsFile(onlyOperand(given, 'the backup'));
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl)
    throw new ConfigError(
      'DATABASE_URL is set, but backups are SQLite files: unset it, restore, then run npm run move',
    );
  refuseForeignLogs(file);
  inspect(file);
  makeDataDir(dataDir);
  return `${fileIn(dataDir)} is restored: ${copyDatabase(file, fileIn(dataDir))}`;
});
