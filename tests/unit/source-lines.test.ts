import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const most = 200;

// Limits files only, because the linter limits functions.
test(`no file of the source has more than ${most} lines`, () => {
  const long = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => readFileSync(path.join(source, file), 'utf8').trimEnd().split('\n').length > most,
  );
  expect(long).toEqual([]);
});
