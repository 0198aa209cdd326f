import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { BrokenPromise } from './broken-promise.ts';
import { buildPrograms, type Programs } from './build-programs.ts';
import { lifeOf, play } from './life.ts';
import { oldFaults } from './old-faults/all.ts';
import type { OldFault } from './old-faults/old-fault.ts';

const root = path.join(import.meta.dirname, '../..');

/** Within so many lives every fault is found. */
const mostLives = 2_000;

test.each(oldFaults)('$name: the source still has what is to be changed, once', ({ changes, guards = [] }) => {
  for (const { file, find } of [...changes, ...guards])
    expect(readFileSync(path.join(root, file), 'utf8').split(find)).toHaveLength(2);
});

/**
 * How many lives it takes until one breaks the promise, and keeps all of them without the fault, where the guards alone
 * are taken away; `undefined` if none does.
 */
async function livesUntilFound({ breaks, changes, guards = [] }: OldFault): Promise<number | undefined> {
  const programs = await buildPrograms([...changes, ...guards]);
  const withoutFault = await buildPrograms(guards);
  for (let seed = 1; seed <= mostLives; seed += 1) {
    try {
      await play(programs, lifeOf(seed), seed);
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error;
      if (!breaks.test(error.message) || !(await isKept(withoutFault, seed))) continue;
      console.info(`life ${seed}: ${error.message}`);
      return seed;
    }
  }
  return undefined;
}

const isKept = (programs: Programs, seed: number): Promise<boolean> =>
  play(programs, lifeOf(seed), seed).then(
    () => true,
    () => false,
  );

test.each(oldFaults.filter(({ isQuicklyFound }) => isQuicklyFound))(
  'it is found that $name',
  { timeout: scaled(300_000) },
  async (fault) => expect(await livesUntilFound(fault)).toBeDefined(),
);

// Exhaustive, as each takes up to 2,000 lives.
test.each(oldFaults.filter(({ isQuicklyFound }) => !isQuicklyFound))(
  'it is found in time that $name',
  { timeout: scaled(1_200_000), tags: ['exhaustive'] },
  async (fault) => expect(await livesUntilFound(fault)).toBeDefined(),
);
