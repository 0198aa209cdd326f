/** The environment variable by which suites know what they are part of; unset: nothing, somebody runs them alone. */
export const testRunVariable = 'TEST_RUN';
export type TestRun = 'gate' | 'all';

/** Whether `npm test` runs them, which leaves out what takes long. */
export const isGate = (): boolean => process.env[testRunVariable] === 'gate';

/** Whether `npm run test:all` runs them, however long it takes. */
export const isAll = (): boolean => process.env[testRunVariable] === 'all';

const seedOfRuns = 20_261_121;

/**
 * The seed of a property's random values. In `npm test` and `npm run test:all` it is the same for everybody, so that a
 * change is judged by what it changes; alone, each run tries others. `FC_SEED` chooses one, and a failure prints what it
 * had.
 */
export function fuzzSeed(): number {
  const chosen = isGate() || isAll() ? seedOfRuns : Math.floor(Math.random() * 2 ** 31);
  return Number(process.env.FC_SEED ?? chosen);
}
