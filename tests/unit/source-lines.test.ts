import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const most = 200;

/** Files that may have more lines, each with the reason. Functions are held to their lines by the linter. */
const longer = new Map([['server/store/schema.ts', 'all tables of the database, to be seen beside each other']]);

test(`a file of the source has at most ${most} lines`, () => {
  const long = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => readFileSync(path.join(source, file), 'utf8').trimEnd().split('\n').length > most,
  );
  expect(long.sort()).toEqual([...longer.keys()]);
});
