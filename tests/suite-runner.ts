import { isWorthSecondTry, judgeSecondTry } from './second-try.ts';
import {
  type Counts,
  closingLine,
  countsOf,
  type FileReport,
  hasFailed,
  type Noted,
  notedLines,
  type SuiteReport,
} from './suite-report.ts';

export interface Suite {
  name: string;
  run(): Promise<SuiteReport>;
  /** Runs these files of the suite one after the other. A suite without this method gets no second try. */
  runFiles?(files: string[]): Promise<SuiteReport>;
}

export interface Outcome extends Counts {
  suite: string;
  /** Failures of files that failed at first and passed at the second try. */
  acquitted: Noted[];
  report: SuiteReport;
}

/** How many times a file that guards a promise has to pass at the second try. */
const triesOfPromises = 3;

/**
 * Runs every suite. With `secondTry`, then runs each failed file once more, or three times if one of its tests has the
 * tag `promise`. No other suite runs at that time.
 *
 * @param stop once aborted, no other suite begins, and the run fails
 */
export async function runSuites(suites: Suite[], secondTry: boolean, stop: AbortSignal): Promise<Outcome[]> {
  const firsts: { suite: Suite; report: SuiteReport; acquitted: Noted[] }[] = [];
  for (const suite of suites) {
    if (!stop.aborted) console.log(`\n── ${suite.name}`);
    const report = stop.aborted ? { files: [], errors: ['not run'] } : await suite.run();
    firsts.push({ suite, report, acquitted: [] });
  }
  const triesAgain = secondTry && !stop.aborted && isWorthSecondTry(firsts.map(({ report }) => report));
  const outcomes: Outcome[] = [];
  for (const first of firsts) {
    const { report, acquitted } = triesAgain ? await tryAgain(first.suite, first.report) : first;
    outcomes.push({ suite: first.suite.name, ...countsOf(first.suite.name, report), acquitted, report });
  }
  return outcomes;
}

async function tryAgain({ name, runFiles }: Suite, first: SuiteReport): Promise<ReturnType<typeof judgeSecondTry>> {
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
    tries.push(await runAlone(guards, `files that guard a promise, ${tries.length + 1} of ${triesOfPromises}`));
  }
  return judgeSecondTry(first, tries);
}

/** Returns the counts of each suite, the tests to be named, and the closing line. */
export function summary(outcomes: Outcome[]): string {
  const rows = outcomes.map((outcome) => `${outcome.suite.padEnd(24)}${closingLine([outcome])}`);
  const leftOut = outcomes.flatMap((outcome) => outcome.leftOut ?? []);
  const named = (title: string, list: (outcome: Outcome) => Noted[]) => notedLines(title, outcomes.flatMap(list));
  const notes = [
    ...(leftOut.length > 0 ? [`Left to npm run test:all: ${leftOut.length} tests`] : []),
    ...notedLines(
      'Of these, known to fail by chance',
      leftOut.filter(({ why }) => why === 'flaky'),
    ),
    ...named('Skipped', ({ skipped }) => skipped),
    ...named('Passed at the second try', ({ acquitted }) => acquitted),
    ...named('Failed', ({ failed }) => failed),
  ];
  return [...rows, '', ...notes, ...(notes.length > 0 ? [''] : []), closingLine(outcomes)].join('\n');
}
