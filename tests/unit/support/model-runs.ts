import { fuzzSeed, isWholeRun } from '../../fuzz-seed.ts';

/**
 * How a model is run: `quick` schedules for each property, or, where everything is tested, so many that the model has
 * 2,000 in all. `FC_RUNS` says how many for each; `FC_SEED` plays a run again. Both are printed.
 */
export function modelRuns({ quick, properties }: { quick: number; properties: number }) {
  const { FC_RUNS } = process.env;
  const numRuns = Number(FC_RUNS ?? (isWholeRun() ? Math.ceil(2_000 / properties) : quick));
  const seed = fuzzSeed();
  console.info(`${numRuns} schedules for each of ${properties} properties: FC_RUNS=${numRuns} FC_SEED=${seed}`);
  return { numRuns, seed };
}
