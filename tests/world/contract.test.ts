import { beforeAll, test } from 'vitest';
import { bundle } from './bundle.ts';
import { contractCases } from './contract/cases.ts';
import { type ContractPrograms, runInWorld } from './contract/in-world.ts';

/** The bundles that run the cases here. `browser/engines/stand-ins.test.ts` runs the same cases in real browsers. */
let programs: ContractPrograms;

beforeAll(async () => {
  programs = {
    worker: await bundle({ entry: 'tests/world/contract/worker.ts' }),
    indexedDb: await bundle({ entry: 'tests/world/indexed-db.ts' }),
  };
});

/** The number of random orders of turns in which each case runs. */
const orders = 20;

test.each(contractCases)('$name', async (contractCase) => {
  for (let seed = 1; seed <= orders; seed += 1) await runInWorld(programs, contractCase, seed);
});
