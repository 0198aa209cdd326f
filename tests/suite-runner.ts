import { type Counts, closingLine, countsOf, notedLines } from './counts.ts';
import { acquit, isWorthSecondTry } from './second-try.ts';
import { type FileReport, hasFailed, type Noted, type SuiteReport } from './suite-report.ts';

export interface Suite {
  name: string;
  run(): Promise<SuiteReport>;
  /** Runs these of its files one after the other; a suite without it gets no second try. */
  runFiles?(files: string[]): Promise<SuiteReport>;
}

export interface Outcome extends Counts {
  suite: string;
  /** Failed at first, and passed at the second try. */
  acquitted: Noted[];
  report: SuiteReport;
  seconds: number;
}

interface Run {
  secondTry: boolean;
  /** Once aborted, nothing more begins, and the run is red. */
  stop: AbortSignal;
}

/** How often a file that guards a promise has to pass at the second try. */
const triesOfPromises = 3;

/**
 * Runs every suite, and when all are over, so that nothing runs beside them, the files in which something failed once
 * more; those with a test tagged `promise` three times.
 */
export async function runSuites(suites: Suite[], { secondTry, stop }: Run): Promise<Outcome[]> {
  const tried: { suite: Suite; report: SuiteReport; seconds: number }[] = [];
  for (const suite of suites) tried.push({ suite, ...(await timed(() => runOnce(suite, stop))) });
  const triesAgain = secondTry && !stop.aborted && isWorthSecondTry(tried.map(({ report }) => report));
  const outcomes: Outcome[] = [];
  for (const { suite, report: first, seconds } of tried) {
    const again = triesAgain ? await timed(() => tryAgain(suite, first)) : undefined;
    const { report, acquitted } = again ?? { report: first, acquitted: [] };
    const counts = countsOf(suite.name, report);
    outcomes.push({ suite: suite.name, ...counts, acquitted, report, seconds: seconds + (again?.seconds ?? 0) });
  }
  return outcomes;
}

async function runOnce(suite: Suite, stop: AbortSignal): Promise<{ report: SuiteReport }> {
  if (stop.aborted) return { report: { files: [], errors: ['not run'] } };
  console.log(`\n── ${suite.name}`);
  return { report: await suite.run() };
}

async function tryAgain({ name, runFiles }: Suite, first: SuiteReport): Promise<ReturnType<typeof acquit>> {
  const failed = first.files.filter(hasFailed);
  if (!runFiles || failed.length === 0) return { report: first, acquitted: [] };
  const runAlone = (files: FileReport[], title: string) => {
    const paths = files.map(({ file }) => file);
    console.log(`\n── ${name}, ${title}, alone: ${paths.join(', ')}`);
    return runFiles(paths);
  };
  const tries = [await runAlone(failed, 'the second try')];
  const guards = failed.filter(({ guardsPromise }) => guardsPromise);
  while (guards.length > 0 && tries.length < triesOfPromises) {
    tries.push(await runAlone(guards, `what guards a promise, ${tries.length + 1} of ${triesOfPromises}`));
  }
  return acquit(first, tries);
}

async function timed<Result>(run: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const started = performance.now();
  const result = await run();
  return { ...result, seconds: (performance.now() - started) / 1000 };
}

/** The minutes of each suite, whatever is to be named, and the closing line. */
export function summary(outcomes: Outcome[]): string {
  const rows = outcomes.map(({ suite, passed, failed, skipped, seconds }) => {
    const counts = [`${passed} passed`, `${failed.length} failed`, `${skipped.length} skipped`];
    const cells = counts.map((count) => count.padStart(13)).join('');
    return `${suite.padEnd(22)}${cells}${minutes(seconds).padStart(12)}`;
  });
  const notes = [
    ...slowest(outcomes),
    ...leftOut(outcomes),
    ...notedLines(
      'Skipped',
      outcomes.flatMap(({ skipped }) => skipped),
    ),
    ...notedLines(
      'Passed at the second try',
      outcomes.flatMap(({ acquitted }) => acquitted),
    ),
    ...notedLines(
      'Failed',
      outcomes.flatMap(({ failed }) => failed),
    ),
  ];
  return [...rows, '', ...notes, ...(notes.length > 0 ? [''] : []), closingLine(outcomes)].join('\n');
}

export const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;

/** Where to begin when the run takes too long. */
function slowest(outcomes: Outcome[]): string[] {
  const files = outcomes.flatMap(({ report }) => report.files.map(({ file, seconds = 0 }) => ({ file, seconds })));
  const ten = files
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  const lines = ten.map(({ file, seconds }) => `${seconds.toFixed(0).padStart(7)} s  ${file}`);
  return lines.length > 0 ? ['The slowest files:', ...lines] : [];
}

/** How many tests were left to `npm run test:all`, and by name those of them that are known to fail by chance. */
function leftOut(outcomes: Outcome[]): string[] {
  const left = outcomes.flatMap(({ report }) =>
    report.files.flatMap(({ file, tests }) =>
      tests.flatMap((test) => (test.kind === 'left out' ? [{ name: `${file}: ${test.title}`, why: test.tag }] : [])),
    ),
  );
  const flaky = left.filter(({ why }) => why === 'flaky');
  return [
    ...(left.length > 0 ? [`Left to npm run test:all: ${left.length} tests`] : []),
    ...notedLines('Of these, known to fail by chance', flaky),
  ];
}
