import { fuzzSeed, isAll } from '../../test-run.ts';

/**
 * How a model is run: 200 schedules in all, and 2,000 where everything is tested. `FC_RUNS` says how many for each
 * property; `FC_SEED` plays a run again. Both are printed.
 */
export function modelRuns({ properties }: { properties: number }) {
  const schedules = isAll() ? 2_000 : 200;
  const numRuns = Number(process.env.FC_RUNS ?? Math.ceil(schedules / properties));
  const seed = fuzzSeed();
  console.info(`${numRuns} schedules for each of ${properties} properties: FC_RUNS=${numRuns} FC_SEED=${seed}`);
  return { numRuns, seed };
}
