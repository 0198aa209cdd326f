import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRegexps } from '../find-regexps.ts';

test('finds regular expressions in code alone, with the bound that a comment before them says', () => {
  const text = String.raw`// no /a*a*$/ of a comment
const division = 1 / 2 / 3;
const text = '/a*a*$/';
const literal = /[/"]\s+$/gu;
// bounded: 100 characters of a name
const bounded = /a*a*$/;
// bounded: by nothing
const unbounded = (name: string) => new RegExp(name);
const called = <p title={RegExp('a+', 'i').source} />;
const flagged = new RegExp('a', text);
`;
  expect(findRegexps('a.tsx', text).map(({ line, pattern, bound }) => [line, pattern, bound])).toEqual([
    [4, { source: String.raw`[/"]\s+$`, flags: 'gu' }, undefined],
    [6, { source: 'a*a*$', flags: '' }, '100 characters of a name'],
    [8, undefined, undefined],
    [9, { source: 'a+', flags: 'i' }, undefined],
    [10, undefined, undefined],
  ]);
});

test('the check fails at an expression that takes more than linear time and has no bound', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'regexps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bad = path.join(folder, 'bad.ts');
  writeFileSync(
    bad,
    'export const linear = /^a+$/;\n// bounded: 9 letters\nexport const short = /b+$/;\nexport const bad = /(a+)+$/;\n',
  );
  const { status, stderr } = spawnSync('node', ['tests/check-regexps.ts', folder], { encoding: 'utf8' });
  expect(stderr).toContain(`${bad}:4 /(a+)+$/ takes exponential time`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(1);
});
