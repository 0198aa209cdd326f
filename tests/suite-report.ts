import { readFileSync } from 'node:fs';

/** One test, or one check of the audit. */
export interface TestOutcome {
  title: string;
  /**
   * Unfinished: its worker died, a hook of its file failed, or the run was stopped. Left out: to `npm run test:all`, by
   * the tag that `why` names.
   */
  kind: 'passed' | 'failed' | 'skipped' | 'unfinished' | 'left out';
  why?: string;
}

export interface FileReport {
  /** Its path from the project's folder; for the audit, the screen or state. */
  file: string;
  /** Failures that are no test's: of a hook, of its loading, of its worker, a rejection that nobody handled. */
  errors: string[];
  tests: TestOutcome[];
  /** Whether it has a test with the tag `promise`. */
  guardsPromise?: boolean;
}

export interface SuiteReport {
  files: FileReport[];
  /** Failures that belong to no file: a second try has nothing to try. */
  errors: string[];
}

/** The environment variable that says where a suite's reporter writes. */
export const reportVariable = 'SUITE_REPORT';

/**
 * Returns what a suite wrote about itself. A suite that wrote nothing, tested nothing, or ended badly without naming what
 * failed, has failed as a whole.
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

/** A test or check that is named at the end, and why. */
export interface Noted {
  name: string;
  why: string;
}

const failedKinds: TestOutcome['kind'][] = ['failed', 'unfinished'];

/** Returns every failure of a file, by its name and its reason. */
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

/** Sums everything up in one line. */
export function closingLine(all: Counts[]): string {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped.length);
  const judged = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed`;
  return skipped === 0 ? judged : `${judged}, ${skipped} skipped`;
}

/** Returns one line for each reason, with every name below it. */
export function notedLines(title: string, noted: Noted[]): string[] {
  if (noted.length === 0) return [];
  const byReason = Map.groupBy(noted, ({ why }) => why);
  const lines = [...byReason].flatMap(([why, those]) => [
    `  ${those.length} × ${why}`,
    ...those.map(({ name }) => `      ${name}`),
  ]);
  return [`${title} (${noted.length}):`, ...lines];
}
