import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../process/config-error.ts';

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
  refuseEntry(file);
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
  // One link at a time, as the next one may be somebody else's. A loop of links does not exist, nor does a lost target.
  if (isLink && existsSync(file)) refuseForeign(path.resolve(realpathSync(folder), readlinkSync(file)));
}

/** The same for a database and its logs. */
export function refuseForeignDatabase(file: string): void {
  refuseForeign(path.resolve(file));
  refuseForeignLogs(file);
}

/**
 * Refuses logs of others beside a database, or beside where a link leads: SQLite applies them as the database's own.
 * Those of the database's owner are trusted as the database is, which may be a colleague's copy.
 */
export function refuseForeignLogs(file: string): void {
  const isThere = existsSync(file);
  const database = isThere ? realpathSync(file) : path.resolve(file);
  const owners = isThere ? [statSync(database).uid] : [];
  for (const suffix of ['-wal', '-shm', '-journal']) refuseEntry(`${database}${suffix}`, owners);
}

/** @param trusted users besides this process', the folder's and root */
function refuseEntry(file: string, trusted: number[] = []): void {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (!entry) return;
  const { mode, uid } = statSync(path.dirname(file));
  const isTrusted = [process.getuid?.() ?? root, uid, root, ...trusted].includes(entry.uid);
  if ((mode & othersCreate) !== 0 && !isTrusted) {
    throw new ConfigError(`${file} belongs to somebody else, in a folder where others may create files`);
  }
}
