import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteReport } from './suite-report.ts';

const root = join(import.meta.dirname, '..');

/** Paths of all files with tests of these folders below `tests`, from the project's folder. */
export const testFiles = (folder = '**'): string[] => globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: root });

/** Files with tests of which no suite has told anything: a run that leaves one out has not tested what it says. */
export function unreportedFiles(files: readonly string[], reports: readonly SuiteReport[]): string[] {
  const reported = new Set(reports.flatMap((report) => report.files.map(({ file }) => file)));
  return files.filter((file) => !reported.has(file));
}
