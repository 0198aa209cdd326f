// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Counts, closingLine, notedLines, readCounts, verdict } from '../counts.ts';
import { catchErrors } from './support/console.ts';

const root = join(import.meta.dirname, '../..');
const some: Counts = { passed: 3, failed: [], skipped: [], retried: [] };

/** Within the project, where vitest is found. */
function openFolder(): { folder: string } & Disposable {
  const folder = mkdtempSync(join(root, 'node_modules/.counts-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** What vitest reports of these files. */
function countsOfFiles(files: Record<string, string>): Counts {
  using opened = openFolder();
  const { folder } = opened;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const report = join(folder, 'counts.json');
  const reporter = join(root, 'tests/counts-reporter.ts');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter', reporter], {
    env: { ...process.env, COUNTS_REPORT: report, VITEST: '' },
    stdio: 'ignore',
  });
  return JSON.parse(readFileSync(report, 'utf8'));
}

test('the closing line has skipped tests where there are some, and only there', () => {
  const skipped = { name: 'a.test.ts: a', why: 'no Firefox' };
  const failed = { name: 'a.test.ts: b', why: 'no' };
  expect(closingLine([some, { ...some, failed: [failed, failed] }])).toBe('6 passed, 2 failed');
  expect(closingLine([some, { ...some, skipped: [skipped, skipped] }])).toBe('6 passed, 0 failed, 2 skipped');
});

test('what was skipped is named below its reason', () => {
  const lines = notedLines('Skipped', [
    { name: 'one', why: 'no Firefox' },
    { name: 'two', why: 'no WebKit' },
    { name: 'three', why: 'no Firefox' },
  ]);
  expect(lines).toEqual([
    'Skipped (3):',
    '  2 × no Firefox',
    '      one',
    '      three',
    '  1 × no WebKit',
    '      two',
  ]);
  expect(notedLines('Skipped', [])).toEqual([]);
});

test('a suite that ran nothing, skipped everything or ended badly without a word has failed once', () => {
  const skipped = [{ name: 'a', why: 'b' }];
  expect(verdict(some, 0)).toEqual(some);
  expect(verdict({ ...some, passed: 0 }, 0).failed).toHaveLength(1);
  expect(verdict({ ...some, passed: 0, skipped }, 0).failed).toHaveLength(1);
  expect(verdict(some, 1).failed).toHaveLength(1);
  expect(verdict({ ...some, failed: skipped }, 1).failed).toEqual(skipped);
});

test('a report that is missing, or is something else, counts nothing', async () => {
  using opened = openFolder();
  using errors = catchErrors();
  const report = join(opened.folder, 'counts.json');
  expect((await readCounts(report)).passed).toBe(0);
  writeFileSync(report, JSON.stringify({ passed: 4, failed: [] }));
  expect((await readCounts(report)).passed).toBe(0);
  expect(errors).toHaveBeenCalledTimes(2);
  writeFileSync(report, JSON.stringify(some));
  expect(await readCounts(report)).toEqual(some);
});

test('tests that were skipped and tests that needed a second try are counted and named', { timeout: 60_000 }, () => {
  const counts = countsOfFiles({
    'vitest.config.mjs': 'export default {};',
    'some.test.ts': `
      import { describe, expect, test } from 'vitest';
      let tries = 0;
      test('passes', () => {});
      test('fails', () => expect(1).toBe(2));
      test('passes late', { retry: 2 }, () => expect(++tries).toBe(2));
      test('asks for what is not here', ({ skip }) => skip('no Firefox here'));
      test.skip('is left out', () => {});
      test.todo('is to be written');
    `,
    'broken.test.ts': `throw new Error('not even loaded');`,
  });
  expect(counts).toEqual({
    passed: 2,
    failed: [
      { name: 'broken.test.ts', why: 'not even loaded' },
      { name: 'some.test.ts: fails', why: 'expected 1 to be 2 // Object.is equality' },
    ],
    skipped: [
      { name: 'some.test.ts: asks for what is not here', why: 'no Firefox here' },
      { name: 'some.test.ts: is left out', why: 'no reason given' },
      { name: 'some.test.ts: is to be written', why: 'no reason given' },
    ],
    retried: [{ name: 'some.test.ts: passes late', why: 'try 2, after: expected 1 to be 2 // Object.is equality' }],
  });
});
