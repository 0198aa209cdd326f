const seedOfRuns = 20_261_121;

/**
 * The seed of a property's random values. In `npm test` and `npm run test:all` it is the same for everybody, so that a
 * change is judged by what it changes; alone, each run tries others. `FC_SEED` chooses one, and a failure prints what it
 * had.
 */
export function fuzzSeed(): number {
  const { FC_SEED, TEST_RUN } = process.env;
  return Number(FC_SEED ?? (TEST_RUN === undefined ? Math.floor(Math.random() * 2 ** 31) : seedOfRuns));
}

/** Whether everything is tested, however long it takes. */
export const isTestAll = (): boolean => process.env.TEST_RUN === 'all';
