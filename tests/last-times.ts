import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { minutes, type Outcome, type Suite } from './suite-runner.ts';
import type { TestRun } from './test-run.ts';

const path = join(import.meta.dirname, '../reports/test-times.json');

/** In seconds, by the run and the suite. */
const timesSchema = v.record(v.string(), v.record(v.string(), v.number()));

/** Says what is about to run, and how long each part took here when it ran last. */
export function printPlan(run: TestRun, suites: readonly Suite[]): void {
  const times = readTimes()[run] ?? {};
  const lines = suites.map(({ name }) => {
    const seconds = times[name];
    return `  ${name.padEnd(20)}  ${seconds === undefined ? 'not timed here yet' : minutes(seconds).padStart(9)}`;
  });
  const known = Object.values(times).reduce((sum, seconds) => sum + seconds, 0);
  const last = known > 0 ? `, last time ${minutes(known)}` : '';
  console.log([`Runs these parts one after the other${last}:`, ...lines].join('\n'));
}

export function rememberTimes(run: TestRun, outcomes: readonly Outcome[]): void {
  const times = { ...readTimes(), [run]: Object.fromEntries(outcomes.map(({ suite, seconds }) => [suite, seconds])) };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(times));
}

/** A file that cannot be understood is an older version's, and is written anew. */
function readTimes(): v.InferOutput<typeof timesSchema> {
  if (!existsSync(path)) return {};
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), timesSchema), readFileSync(path, 'utf8'));
  return read.success ? read.output : {};
}
