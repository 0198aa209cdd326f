import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/** @throws {ConfigError} when the folder is not there and can't be made */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`DATA_DIR can't be made: ${reason}`, { cause });
  }
}

/** One by one: asked for all at once, Node tries for ever where there can be no folder and the system says only that there is none (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Servers that start together make it together.
    if (!existsSync(folder)) throw error;
  }
}
