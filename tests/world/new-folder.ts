import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In memory where the system has a file system there: the product syncs its database to disk. */
const base = isWritable('/dev/shm') ? '/dev/shm' : tmpdir();

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    // It is not there, or somebody else's.
    return false;
  }
}

/** A folder for the database of one life. */
export const newFolder = (): string => mkdtempSync(path.join(base, 'storyline-world-'));
