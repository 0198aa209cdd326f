import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { findFault } from './find-fault.ts';
import { oldFaults } from './old-faults/all.ts';

const root = path.join(import.meta.dirname, '../..');

/** The highest number of lives that finding a fault with `isQuicklyFound` may take. */
const mostLives = 2_000;

test.each(oldFaults)('$name: each snippet to replace occurs once in its file', ({ changes, guards = {} }) => {
  for (const [file, texts] of [changes, guards].flatMap((change) => Object.entries(change)))
    for (const find of Object.keys(texts))
      expect(readFileSync(path.join(root, file), 'utf8').split(find)).toHaveLength(2);
});

test.each(oldFaults.filter(({ isQuicklyFound }) => isQuicklyFound))(
  'a simulated life finds the old fault: $name',
  { timeout: scaled(300_000) },
  async (fault) => expect(await findFault(fault, mostLives)).toMatchObject({ seed: expect.any(Number) }),
);
