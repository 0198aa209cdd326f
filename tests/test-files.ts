import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files with tests of these folders below `tests`, from the project's folder. */
export const testFiles = (folder = '**'): string[] =>
  globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: join(import.meta.dirname, '..') });
