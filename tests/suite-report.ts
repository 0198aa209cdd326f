import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

const outcomeSchema = v.variant('kind', [
  v.object({ kind: v.literal('passed'), title: v.string() }),
  v.object({ kind: v.literal('failed'), title: v.string(), why: v.string() }),
  v.object({ kind: v.literal('skipped'), title: v.string(), why: v.string() }),
  /** Never ended: its worker died, a hook of its file failed, or the run was interrupted. */
  v.object({ kind: v.literal('unfinished'), title: v.string() }),
  /** Left to `npm run test:all` by this tag. */
  v.object({ kind: v.literal('left out'), title: v.string(), tag: v.string() }),
]);

const fileSchema = v.object({
  /** Its path from the project's folder; for the audit, the screen or state. */
  file: v.string(),
  /** What failed in it that is no test: a hook, its loading, its worker, a rejection that nobody handled. */
  errors: v.array(v.string()),
  tests: v.array(outcomeSchema),
  /** How long it took. */
  seconds: v.optional(v.number(), 0),
  /** Whether it has a test with the tag `promise`. */
  guardsPromise: v.optional(v.boolean(), false),
});

const reportSchema = v.object({
  files: v.array(fileSchema),
  /** What failed and belongs to no file: a second try has nothing to try. */
  errors: v.array(v.string()),
});

/** What became of one test, or of one check of the audit. */
export type TestOutcome = v.InferOutput<typeof outcomeSchema>;
export type FileReport = v.InferInput<typeof fileSchema>;
export type SuiteReport = v.InferInput<typeof reportSchema>;

/** The environment variable that says where a suite's reporter writes. */
export const reportVariable = 'SUITE_REPORT';

const progressSchema = v.object({
  /** Files whose tests have not begun. */
  waiting: v.array(v.string()),
  /** Files that have begun, each with the title of its last test that has. */
  running: v.record(v.string(), v.string()),
});

/** How far a suite has come: all that is known of one that is stopped. */
export type Progress = v.InferOutput<typeof progressSchema>;

export const progressPath = (reportPath: string): string => `${reportPath}.progress`;

/** What a suite that was stopped was doing, in words; a suite that writes no progress says nothing. */
export async function readProgress(reportPath: string): Promise<string[]> {
  const path = progressPath(reportPath);
  if (!existsSync(path)) return [];
  const { running, waiting } = v.parse(progressSchema, JSON.parse(await readFile(path, 'utf8')));
  return [
    ...Object.entries(running).map(([file, title]) => `under way: ${file}: ${title}`),
    ...waiting.map((file) => `not begun: ${file}`),
  ];
}

/**
 * What a suite wrote about itself. One that wrote nothing, tested nothing, or ended badly without naming what failed, has
 * failed as a whole.
 */
export async function readReport(path: string, exitCode: number): Promise<SuiteReport> {
  const report = await parsed(path);
  const isSilent = report.errors.length === 0 && !report.files.some(hasFailed);
  if (!isSilent) return report;
  if (exitCode !== 0) return { ...report, errors: [`exit code ${exitCode}, and nothing that failed`] };
  const hasPassed = report.files.some(({ tests }) => tests.some(({ kind }) => kind === 'passed'));
  return hasPassed ? report : { ...report, errors: ['nothing was tested'] };
}

async function parsed(path: string): Promise<SuiteReport> {
  try {
    return v.parse(reportSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    return { files: [], errors: [`no report could be read: ${firstLine(String(error))}`] };
  }
}

/** A test or check that is named at the end, and why. */
export interface Noted {
  name: string;
  why: string;
}

export function hasFailed({ errors, tests }: FileReport): boolean {
  return errors.length > 0 || tests.some(({ kind }) => kind === 'failed' || kind === 'unfinished');
}

/** Whether a test of it was over its time or never ended. */
export const hasTestWithoutEnd = ({ tests }: FileReport): boolean =>
  tests.some((test) => test.kind === 'unfinished' || (test.kind === 'failed' && /^Test timed out in /.test(test.why)));

export const firstLine = (message = 'no reason given'): string => message.split('\n')[0] ?? '';

/** Every failure of a file by its name and its reason. */
export function failuresOf({ file, errors, tests }: FileReport): Noted[] {
  return [
    ...errors.map((why) => ({ name: file, why })),
    ...tests.flatMap((test) => {
      const name = `${file}: ${test.title}`;
      if (test.kind === 'failed') return [{ name, why: test.why }];
      return test.kind === 'unfinished' ? [{ name, why: 'it never ended' }] : [];
    }),
  ];
}
