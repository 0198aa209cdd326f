import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testFiles } from './test-files.ts';

/**
 * Runs the test files that are new or changed since a commit (`main` unless another is given) ten times in a row, each
 * failure counting: what fails by chance is to be found before it is merged.
 */
const root = join(import.meta.dirname, '..');
const { positionals } = parseArgs({ allowPositionals: true });
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');

const since = positionals[0] ?? git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
const changed = new Set([
  ...git('diff', '--name-only', '--diff-filter=d', since, '--', 'tests'),
  ...git('ls-files', '--others', '--exclude-standard', '--', 'tests'),
]);
const files = testFiles().filter((file) => changed.has(file));

if (files.length === 0) {
  console.log(`No test file is new or changed since ${since}.`);
} else {
  console.log(`Runs ten times in a row: ${files.join(', ')}`);
  const args = ['run', '--repeats=9', '--no-file-parallelism', '--isolate', ...files];
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
