import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/** The permission of group and others to create and rename files in a folder. */
const othersCreate = 0o022;

const root = 0;

/**
 * Refuses a path on which somebody else could have put a file, a folder or a link of their own. Linux asks the same of
 * links in sticky folders (`fs.protected_symlinks`). What its owner alone may create is trusted, whoever that is: an
 * operator's links, and the folder of a service that root works on.
 * @throws {ConfigError} when part of it belongs to somebody else, in a folder where others may create files
 */
export function refuseForeign(file: string): void {
  const folder = path.dirname(file);
  if (folder === file) return;
  refuseForeign(folder);
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (!entry) return;
  const { mode, uid } = statSync(folder);
  const trusted = [process.getuid?.() ?? root, uid, root];
  if ((mode & othersCreate) !== 0 && !trusted.includes(entry.uid)) {
    throw new ConfigError(`${file} belongs to somebody else, in a folder where others may create files`);
  }
  if (entry.isSymbolicLink()) refuseForeign(realpathSync(file));
}

/** The same for a database and its logs. */
export function refuseForeignDatabase(file: string): void {
  refuseForeign(path.resolve(file));
  refuseForeignLogs(file);
}

/** The same for what is beside a database, or beside where a link leads: SQLite applies it as the database's own log. */
export function refuseForeignLogs(file: string): void {
  const database = existsSync(file) ? realpathSync(file) : path.resolve(file);
  for (const suffix of ['-wal', '-shm', '-journal']) refuseForeign(`${database}${suffix}`);
}
