import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the paths, from the project's folder, of all test files in this folder of `tests`. */
export const testFiles = (folder = '**'): string[] =>
  globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: join(import.meta.dirname, '..') });
