import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Permissions for files with emails, password hashes and sessions: only the user that runs the server has access. */
export const ownerOnly = { file: 0o600, folder: 0o700 } as const;

/** The permission bits of group and others. */
const othersMay = 0o077;

/** Creates an empty file, or leaves it alone if another process has just created it. */
export function createFileForOwner(file: string): void {
  // Append mode never truncates an existing file.
  closeSync(openSync(file, 'a', ownerOnly.file));
}

/**
 * Removes the permissions of group and others from the database's files, and from the folder if it holds nothing else.
 * A shared folder, such as /tmp, stays as it is.
 */
export function tightenDataDir(dataDir: string): void {
  const names = readdirSync(dataDir);
  const own = names.filter((name) => name.startsWith('storyline.db'));
  for (const name of own) tighten(path.join(dataDir, name), ownerOnly.file);
  if (own.length === names.length) tighten(dataDir, ownerOnly.folder);
}

function tighten(file: string, mode: number): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  // Gone if another process has closed the database meanwhile. Only its owner may change a file's permissions.
  if (!stat || stat.uid !== process.getuid?.() || (stat.mode & othersMay) === 0) return;
  chmodSync(file, mode);
}
