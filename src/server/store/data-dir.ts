import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { ownerOnly, tightenDataDir } from './owner-only.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** Creates the database's folder. @throws {ConfigError} when that fails, or another user may have created it */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: ownerOnly.folder });
    refuseForeign(path.resolve(dataDir));
    tightenDataDir(dataDir);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`DATA_DIR can't be created: ${messageOf(cause)}`, { cause });
  }
}
