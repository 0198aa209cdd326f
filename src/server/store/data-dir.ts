import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { ownerOnly, tightenDataDir } from './owner-only.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** @throws {ConfigError} when the folder can't be created, or somebody else has put it there */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
    refuseForeign(path.resolve(dataDir));
    tightenDataDir(dataDir);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const reason = messageOf(cause);
    throw new ConfigError(`DATA_DIR can't be made: ${reason}`, { cause });
  }
}

/**
 * Creates the folders one by one. With `recursive: true`, `mkdirSync` never returns where a folder can't be created and
 * the system reports only that it does not exist, as under /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: ownerOnly.folder });
  } catch (error) {
    // Another server that starts at the same time may have created it.
    if (!existsSync(folder)) throw error;
  }
}
