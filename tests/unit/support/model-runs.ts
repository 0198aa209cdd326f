import { fuzzSeed, isAll } from '../../test-run.ts';

/**
 * Returns fast-check's options for each property of a test file. All its properties share 200 runs, or 2,000 in
 * `npm run test:all`. `FC_RUNS` sets the runs of each property, and `FC_SEED` repeats a run. Prints both values.
 */
export function modelRuns({ properties }: { properties: number }) {
  const schedules = isAll() ? 2_000 : 200;
  const numRuns = Number(process.env.FC_RUNS ?? Math.ceil(schedules / properties));
  const seed = fuzzSeed();
  console.info(`${numRuns} runs for each of ${properties} properties: FC_RUNS=${numRuns} FC_SEED=${seed}`);
  return { numRuns, seed };
}
