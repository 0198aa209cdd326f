import { expect, test } from 'vitest';
import { modelRuns } from './support/model-runs.ts';
import { playWritingLife } from './support/writing-life.ts';

/** Sender, store, table and calls together, from the first life on: `FC_RUNS=1000` takes some minutes. */
const { numRuns } = modelRuns({ properties: 4 });

test.each([
  ['our own backend', true],
  ['a backend without keys', false],
])(
  'whatever the network does, %s has each text once in the end',
  { timeout: Math.max(120_000, numRuns * 1_000) },
  async (_, hasKeys) => {
    let requests = 0;
    for (let seed = 1; seed <= numRuns; seed += 1) {
      requests += await playWritingLife(seed, hasKeys).catch((error: unknown) => {
        throw new Error(`Life ${seed}: ${String(error)}`, { cause: error });
      });
    }
    expect(requests).toBeGreaterThan(numRuns);
  },
);
