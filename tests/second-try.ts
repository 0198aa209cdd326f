import {
  type FileReport,
  failuresOf,
  hasFailed,
  type Noted,
  type SuiteReport,
  type TestOutcome,
} from './suite-report.ts';

/** Maximum failures and failed files for a second try: more of them cannot be due to chance. */
const most = { failures: 25, files: 8 };

/** Returns whether the failures of these suites are few enough for a second try. */
export function isWorthSecondTry(reports: readonly SuiteReport[]): boolean {
  const files = reports.flatMap(({ files: all }) => all.filter(hasFailed));
  return files.length > 0 && files.length <= most.files && files.flatMap(failuresOf).length <= most.failures;
}

/**
 * Returns `report`: the first report, with each failed file replaced by its second run if that run passed as a whole.
 * Also returns `acquitted`: the first failures of the replaced files. Replaces no file whose second run is skipped,
 * missing or unfinished. Replaces no file at all if a try failed outside of any file.
 *
 * @param tries the first ran all failed files; later tries ran those that guard a promise, which must pass every try
 */
export function judgeSecondTry(first: SuiteReport, tries: SuiteReport[]): { report: SuiteReport; acquitted: Noted[] } {
  const errors = tries.flatMap((again) => again.errors);
  const acquitted: Noted[] = [];
  const files = first.files.map((file) => {
    if (!hasFailed(file)) return file;
    const counting = file.guardsPromise ? tries : tries.slice(0, 1);
    const runs = counting.map((again) => again.files.find((other) => other.file === file.file));
    const red = runs.find((run) => run === undefined || !isAcquittedBy(file, run));
    if (runs[0] && !red && !runs.includes(undefined) && errors.length === 0) {
      acquitted.push(...failuresOf(file));
      return runs[0];
    }
    return red ? withNews(file, red) : { ...file, errors: [...file.errors, 'not acquitted at the second try'] };
  });
  return { report: { files, errors: [...first.errors, ...errors] }, acquitted };
}

/** Returns whether the second run has the same tests in order and passes them, except tests that both runs skipped. */
function isAcquittedBy(first: FileReport, second: FileReport): boolean {
  if (hasFailed(second) || !second.tests.some(({ kind }) => kind === 'passed')) return false;
  // A file that could not be loaded has reported no tests, so there are no titles to compare.
  if (first.tests.length === 0) return second.tests.every(({ kind }) => kind !== 'skipped');
  const isAsGood = (test: TestOutcome, again: TestOutcome | undefined) =>
    again?.title === test.title &&
    (again.kind === 'passed' || (again.kind === test.kind && test.kind !== 'failed' && test.kind !== 'unfinished'));
  return (
    first.tests.length === second.tests.length && first.tests.every((test, at) => isAsGood(test, second.tests[at]))
  );
}

/** Returns the first report, failures included, plus the failures that only the second run had. */
function withNews(first: FileReport, second: FileReport): FileReport {
  const tests = first.tests.map((test, at) => {
    const again = second.tests[at];
    return test.kind === 'passed' && again?.title === test.title && again.kind === 'failed' ? again : test;
  });
  const news = second.errors.filter((error) => !first.errors.includes(error));
  return { ...first, tests, errors: [...first.errors, ...news] };
}
