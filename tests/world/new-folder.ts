import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The parent of all new folders, in memory if possible: on a disk, SQLite waits after each transaction. */
const base = isWritable('/dev/shm') ? '/dev/shm' : tmpdir();

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    // The folder does not exist, or belongs to another user.
    return false;
  }
}

/** Creates a folder for the database of one life. */
export const newFolder = (): string => mkdtempSync(path.join(base, 'storyline-world-'));
