import { type FileReport, failuresOf, hasFailed, type Noted, type SuiteReport } from './suite-report.ts';

/** More than this is no chance: nothing is tried again. */
const most = { tests: 25, files: 8 };

/** What failed in these suites, if it is little enough to be tried again. */
export function isWorthSecondTry(reports: readonly SuiteReport[]): boolean {
  const files = reports.flatMap(({ files: all }) => all.filter(hasFailed));
  const failures = files.reduce((sum, { errors, tests }) => sum + errors.length + tests.filter(isFailed).length, 0);
  return files.length > 0 && files.length <= most.files && failures <= most.tests;
}

const isFailed = ({ kind }: FileReport['tests'][number]) => kind === 'failed';

/**
 * The first report with those files in the place of failed ones that passed whole when they were run again, and why each
 * of these was. A file that was skipped, is missing or did not end is not acquitted; nor is any where something failed
 * that belongs to no file.
 *
 * @param tries of all failed files first, and then of those alone that guard a promise: these have to pass in each
 */
export function acquit(first: SuiteReport, tries: SuiteReport[]): { report: SuiteReport; acquitted: Noted[] } {
  const errors = tries.flatMap((again) => again.errors);
  const acquitted: Noted[] = [];
  const files = first.files.map((tried) => {
    if (!hasFailed(tried)) return tried;
    const runs = (tried.guardsPromise ? tries : tries.slice(0, 1)).map(({ files: all }) =>
      all.find(({ file }) => file === tried.file),
    );
    const red = runs.findIndex((again) => again === undefined || !isAcquittedBy(tried, again));
    if (red >= 0 || errors.length > 0) return failedTwice(tried, runs[Math.max(red, 0)]);
    acquitted.push(...failuresOf(tried));
    return runs[0] ?? tried;
  });
  return { report: { files, errors: [...first.errors, ...errors] }, acquitted };
}

/** The same tests in the same order, nothing failed, and whatever failed or never ended before has passed. */
function isAcquittedBy(first: FileReport, second: FileReport): boolean {
  if (hasFailed(second) || !second.tests.some(({ kind }) => kind === 'passed')) return false;
  // A file that could not even be loaded named no test.
  if (first.tests.length === 0) return second.tests.every(({ kind }) => kind !== 'skipped');
  return (
    first.tests.length === second.tests.length &&
    first.tests.every((test, index) => {
      const again = second.tests[index];
      if (again === undefined || again.title !== test.title) return false;
      const isOpen = test.kind === 'failed' || test.kind === 'unfinished';
      return again.kind === 'passed' || (!isOpen && again.kind === test.kind);
    })
  );
}

/** What failed in the first try stays failed, and what failed in the second alone comes to it. */
function failedTwice(first: FileReport, second: FileReport | undefined): FileReport {
  if (second === undefined) return { ...first, errors: [...first.errors, 'not run at the second try'] };
  const tests = first.tests.map((test, index) => {
    const again = second.tests[index];
    return test.kind === 'passed' && again?.title === test.title && again.kind === 'failed' ? again : test;
  });
  const news = second.errors.filter((error) => !first.errors.includes(error));
  return { ...first, tests, errors: [...first.errors, ...news] };
}
