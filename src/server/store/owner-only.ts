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

/** The permission bits of group and others, and the sticky bit of folders that many users share. */
const othersMay = 0o077;
const sticky = 0o1000;

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/**
 * Creates an empty file. Never opens an existing file, which another user may have created, and never follows a link.
 * @returns its descriptor, for reading and writing
 */
export function createFileForOwner(file: string): number {
  return openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly.file);
}

/**
 * Removes the permissions of group and others from the database's files, and from the folder if it holds nothing else.
 * Leaves shared folders, such as /tmp, and the targets of links as they are.
 */
export function tightenDataDir(dataDir: string): void {
  const names = readdirSync(dataDir);
  const own = names.filter((name) => name.startsWith('storyline.db'));
  for (const name of own) {
    const file = path.join(dataDir, name);
    // Opening a pipe or a device could block, or have a side effect.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) tighten(file, O_NOFOLLOW | O_NONBLOCK, ownerOnly.file);
  }
  if (own.length === names.length) tighten(dataDir, O_DIRECTORY, ownerOnly.folder);
}

/**
 * Whether this process should tighten the permissions, which only the owner can. Skips files with several hard links,
 * because another user may have linked them here.
 */
function isToTighten(stat: Stats): boolean {
  const isShared = stat.isDirectory() ? (stat.mode & sticky) !== 0 : stat.nlink > 1;
  return stat.uid === process.getuid?.() && (stat.mode & othersMay) !== 0 && !isShared;
}

/**
 * Changes permissions by a descriptor, because a name may lead to something else a moment later. Opens the file only if
 * needed: closing a file releases this process's SQLite locks on it.
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

/** Opens a file; returns `undefined` if another process has removed it, or has replaced it with a link (ELOOP). */
function openUnlessGone(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
      return undefined;
    throw error;
  }
}
