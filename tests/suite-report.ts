import { readFileSync } from 'node:fs';

/** The outcome of a test, or of a check by `npm run audit`. */
export interface TestOutcome {
  title: string;
  /**
   * Unfinished: the test's worker died, a hook of its file failed, or the run was stopped. Left out: runs in `npm run
   * test:all` only, because of the tag in `why`.
   */
  kind: 'passed' | 'failed' | 'skipped' | 'unfinished' | 'left out';
  why?: string;
}

export interface FileReport {
  /** The file's path from the project's folder. In a report of `npm run audit`, the audited screen or state. */
  file: string;
  /** Failures outside of tests: of a hook, of loading the file, of its worker, or an unhandled rejection. */
  errors: string[];
  tests: TestOutcome[];
  /** Whether the file has a test with the tag `promise`. */
  guardsPromise?: boolean;
}

export interface SuiteReport {
  files: FileReport[];
  /** Failures that belong to no file, so that a second try could not repeat them. */
  errors: string[];
}

/** The environment variable with the path to which a suite's reporter writes. */
export const reportVariable = 'SUITE_REPORT';

/**
 * Returns a suite's report about itself. A suite has failed as a whole if it wrote no report, passed no test, or ended
 * with an error without naming a failure.
 */
export function readReport(path: string, exitCode: number): SuiteReport {
  let report: SuiteReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
    if (report.errors.length > 0 || report.files.some(hasFailed)) return report;
  } catch (error) {
    return { files: [], errors: [`no report could be read: ${error}`] };
  }
  if (exitCode !== 0) return { ...report, errors: [`exit code ${exitCode}, and nothing that failed`] };
  const hasPassed = report.files.some(({ tests }) => tests.some(({ kind }) => kind === 'passed'));
  return hasPassed ? report : { ...report, errors: ['nothing was tested'] };
}

/** A test or check that the summary names, and the reason. */
export interface Noted {
  name: string;
  why: string;
}

const failedKinds: TestOutcome['kind'][] = ['failed', 'unfinished'];

/** Returns every failure of a file, with its name and its reason. */
export const failuresOf = (report: FileReport): Noted[] => [
  ...report.errors.map((why) => ({ name: report.file, why })),
  ...notedOf(report, failedKinds),
];

export const hasFailed = (report: FileReport): boolean => failuresOf(report).length > 0;

const notedOf = ({ file, tests }: FileReport, kinds: TestOutcome['kind'][]): Noted[] =>
  tests
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ title, kind, why }) => ({ name: `${file}: ${title}`, why: why ?? kind }));

export interface Counts {
  passed: number;
  failed: Noted[];
  skipped: Noted[];
  leftOut?: Noted[];
}

export function countsOf(suite: string, { files, errors }: SuiteReport): Counts {
  return {
    passed: files.flatMap(({ tests }) => tests).filter(({ kind }) => kind === 'passed').length,
    failed: [...errors.map((why) => ({ name: suite, why })), ...files.flatMap(failuresOf)],
    skipped: files.flatMap((file) => notedOf(file, ['skipped'])),
    leftOut: files.flatMap((file) => notedOf(file, ['left out'])),
  };
}

/** Returns the totals of all suites in one line. */
export function closingLine(all: Counts[]): string {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped.length);
  const judged = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed`;
  return skipped === 0 ? judged : `${judged}, ${skipped} skipped`;
}

/** Returns one line for each reason, followed by the names of the tests and checks with this reason. */
export function notedLines(title: string, noted: Noted[]): string[] {
  if (noted.length === 0) return [];
  const byReason = Map.groupBy(noted, ({ why }) => why);
  const lines = [...byReason].flatMap(([why, those]) => [
    `  ${those.length} × ${why}`,
    ...those.map(({ name }) => `      ${name}`),
  ]);
  return [`${title} (${noted.length}):`, ...lines];
}
