// @vitest-environment node
import { expect, test } from 'vitest';
import * as table from '../../src/writing/record/record-table.ts';
import { modelRuns } from './support/model-runs.ts';
import { rulesTakenOut, tableWithout } from './support/record-faults-of-table.ts';
import { foreignLifeOf, lifeOf, playLife, storyOf } from './support/record-lives.ts';

/** Lives are played from the first on: `FC_RUNS=100000 npx vitest run --project unit tests/unit/post-record-lives.test.ts`. */
const { numRuns } = modelRuns({ properties: 1 });

test('whatever two devices, the network and the server do, no promise of writing is broken', {
  timeout: Math.max(60_000, numRuns * 20),
}, () => {
  for (let seed = 1; seed <= numRuns; seed += 1) {
    const life = lifeOf(seed);
    const broken = playLife(table, life);
    if (broken !== undefined) expect.fail(`life ${seed}: ${storyOf(table, life)}`);
  }
});

test('the same at a backend without keys', { timeout: Math.max(60_000, numRuns * 20) }, () => {
  for (let seed = 1; seed <= numRuns; seed += 1) {
    const life = foreignLifeOf(seed);
    const broken = playLife(table, life);
    if (broken !== undefined) expect.fail(`life ${seed}: ${storyOf(table, life)}`);
  }
});

test.each(rulesTakenOut)('it is found when this rule is taken out: $rule', async (taken) => {
  const without = await tableWithout(taken);
  const life = (taken.isForeign ? foreignLifeOf : lifeOf)(taken.life);
  expect([playLife(table, life), playLife(without, life)]).toEqual([undefined, expect.any(String)]);
});
