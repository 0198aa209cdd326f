/** The environment variable with the kind of run that a suite belongs to. It is unset if the suite runs alone. */
export const testRunVariable = 'TEST_RUN';
export type TestRun = 'quick' | 'gate' | 'all';

/** Returns whether `npm run test:quick` runs the suite: that run has no PostgreSQL. */
export const isQuick = (): boolean => process.env[testRunVariable] === 'quick';

/** Returns whether `npm test` or `npm run test:quick` runs the suite: both leave out slow tests. */
export const isGate = (): boolean => process.env[testRunVariable] === 'gate' || isQuick();

/** Returns whether `npm run test:all` runs the suite, however long it takes. */
export const isAll = (): boolean => process.env[testRunVariable] === 'all';

const seedOfRuns = 20_261_121;

/**
 * Returns the seed for random values. `npm test` and `npm run test:all` always use the same seed, so that a failure is
 * due to the change. A suite that runs alone chooses a seed at random. `FC_SEED` sets one; a failure prints its seed.
 */
export function fuzzSeed(): number {
  const chosen = isGate() || isAll() ? seedOfRuns : Math.floor(Math.random() * 2 ** 31);
  return Number(process.env.FC_SEED ?? chosen);
}

/** The environment variable by which a slow machine raises every time limit of the tests: 2 doubles them. */
export const timeScaleVariable = 'TEST_TIME_SCALE';

/** Returns a time limit for this machine, in milliseconds. */
export const scaled = (ms: number): number => ms * Number(process.env[timeScaleVariable] ?? 1);

/** How long one step in a browser may take, such as a click and its effect, in milliseconds. */
export const stepTimeoutMs = scaled(30_000);
