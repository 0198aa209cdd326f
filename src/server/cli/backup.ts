import { readConfig } from '../config.ts';
import { ConfigError } from '../process/config-error.ts';
import { copyDatabase } from '../store/copy-database.ts';
import { refuseForeignDatabase } from '../store/refuse-foreign.ts';
import { fileIn } from '../store/sqlite.ts';
import { onlyOperand } from './arguments.ts';
import { runCommand } from './command-line.ts';
import { operatorsFile } from './operators-file.ts';

/** `npm run backup -- <file>` writes a consistent copy of the SQLite database, even while a server writes to it. */
await runCommand('npm run backup -- <file>', async (given) => {
  const file = operatorsFile(onlyOperand(given, 'the file to write'));
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: back up PostgreSQL with pg_dump');
  refuseForeignDatabase(fileIn(dataDir));
  return `${file} is a complete backup: ${copyDatabase(fileIn(dataDir), file)}`;
});
