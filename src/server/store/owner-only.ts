import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';

/** Permissions for files with emails, password hashes and sessions: only the user that runs the server has access. */
export const ownerOnly = { file: 0o600, folder: 0o700 } as const;

/** The permission bits of group and others; the sticky bit, which a folder has that many users share. */
const othersMay = 0o077;
const sticky = 0o1000;

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/**
 * Creates an empty file. It never opens one that is there, which somebody else may have made, nor follows a link.
 * @returns its descriptor, for reading and writing
 */
export function createFileForOwner(file: string): number {
  return openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly.file);
}

/**
 * Removes the permissions of group and others from the database's files, and from the folder if it holds nothing else.
 * A shared folder, such as /tmp, stays as it is, and so does whatever a link leads to.
 */
export function tightenDataDir(dataDir: string): void {
  const names = readdirSync(dataDir);
  const own = names.filter((name) => name.startsWith('storyline.db'));
  for (const name of own) {
    const file = path.join(dataDir, name);
    // Opening a pipe or a device would wait, or do something.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) tighten(file, O_NOFOLLOW | O_NONBLOCK, ownerOnly.file);
  }
  if (own.length === names.length) tighten(dataDir, O_DIRECTORY, ownerOnly.folder);
}

/** Only its owner may change a file's permissions. A file with a second name may be another one that somebody linked. */
function isToTighten(stat: Stats): boolean {
  const isShared = stat.isDirectory() ? (stat.mode & sticky) !== 0 : stat.nlink > 1;
  return stat.uid === process.getuid?.() && (stat.mode & othersMay) !== 0 && !isShared;
}

/**
 * Opens it first: a name may lead to something else a moment later. Only where there is something to change, as closing
 * a file ends the locks that SQLite has on it in this process.
 */
function tighten(file: string, flags: number, mode: number): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || !isToTighten(stat)) return;
  const opened = openUnlessGone(file, O_RDONLY | flags);
  if (opened === undefined) return;
  try {
    if (isToTighten(fstatSync(opened))) fchmodSync(opened, mode);
  } finally {
    closeSync(opened);
  }
}

/** Another process may have closed the database meanwhile, or somebody may have put a link (ELOOP) in its place. */
function openUnlessGone(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
      return undefined;
    throw error;
  }
}
