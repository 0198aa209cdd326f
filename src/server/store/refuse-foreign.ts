import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../process/config-error.ts';

/** The permission of group and others to create and rename files in a folder. */
const othersCreate = 0o022;

const root = 0;

/**
 * Refuses a path on which another user could have put a file, a folder or a link. Linux has the same rule for links in
 * sticky folders (`fs.protected_symlinks`). Trusts every entry of a folder in which only the folder's owner can create
 * files, such as an operator's link, or root's files in a service's folder.
 * @throws {ConfigError} when a part of the path belongs to another user, in a folder where others may create files
 */
export function refuseForeign(file: string): void {
  const folder = path.dirname(file);
  if (folder === file) return;
  refuseForeign(folder);
  refuseEntry(file);
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
  // Follows one link at a time: the next link may be another user's. `existsSync` is false for loops and lost targets.
  if (isLink && existsSync(file)) refuseForeign(path.resolve(realpathSync(folder), readlinkSync(file)));
}

/** Refuses a database that another user could have put there, and a log beside it. */
export function refuseForeignDatabase(file: string): void {
  refuseForeign(path.resolve(file));
  refuseForeignLogs(file);
}

/**
 * Refuses other users' logs beside a database, or beside the target of a link, because SQLite would apply them. Trusts
 * the logs of the database's owner, who may be a colleague that copied the database.
 */
export function refuseForeignLogs(file: string): void {
  const isThere = existsSync(file);
  const database = isThere ? realpathSync(file) : path.resolve(file);
  const owners = isThere ? [statSync(database).uid] : [];
  for (const suffix of ['-wal', '-shm', '-journal']) refuseEntry(`${database}${suffix}`, owners);
}

/** Refuses a file of an untrusted user. `trusted`: user ids besides this process's, the folder owner's and root's. */
function refuseEntry(file: string, trusted: number[] = []): void {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (!entry) return;
  const { mode, uid } = statSync(path.dirname(file));
  const isTrusted = [process.getuid?.() ?? root, uid, root, ...trusted].includes(entry.uid);
  if ((mode & othersCreate) !== 0 && !isTrusted) {
    throw new ConfigError(`${file} belongs to another user, in a folder where others may create files`);
  }
}
