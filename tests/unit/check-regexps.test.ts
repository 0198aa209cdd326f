import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('check-regexps reports a regular expression that can run in exponential time', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'regexps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bad = path.join(folder, 'bad.ts');
  writeFileSync(
    bad,
    'export const linear = /^a+$/;\n// regexp input: at most 9 letters\nexport const short = /b+$/;\nexport const bad = /(a+)+$/;\n',
  );
  const { status, stderr } = spawnSync('node', ['tests/check-regexps.ts', folder], { encoding: 'utf8' });
  expect(stderr).toContain(`${bad}:4 /(a+)+$/ takes exponential time`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(1);
});
