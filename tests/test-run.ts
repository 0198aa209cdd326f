/** The environment variable by which suites know what they are part of; unset: nothing, somebody runs them alone. */
export const testRunVariable = 'TEST_RUN';
export type TestRun = 'quick' | 'gate' | 'all';

/** Whether `npm run test:quick` runs them, which knows no PostgreSQL. */
export const isQuick = (): boolean => process.env[testRunVariable] === 'quick';

/** Whether `npm test` or `npm run test:quick` runs them, which leave out what takes long. */
export const isGate = (): boolean => process.env[testRunVariable] === 'gate' || isQuick();

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

/** Raises every time limit of the tests on a slow machine: 2 doubles them. */
export const timeScaleVariable = 'TEST_TIME_SCALE';

/** A time limit, in milliseconds, on this machine. */
export const scaled = (ms: number): number => ms * Number(process.env[timeScaleVariable] ?? 1);

/** How long one step in a browser may take, such as a click or what it leads to. */
export const stepTimeoutMs = scaled(30_000);
