import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, closingLine, countsOf, notedLines } from './counts.ts';
import { endLeftProcesses, runMark } from './left-processes.ts';
import { acquit, isWorthSecondTry } from './second-try.ts';
import { hasFailed, type Noted, readReport, reportVariable, type SuiteReport } from './suite-report.ts';

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

/** Runs a command that writes a report; a process that it leaves running is ended, and counts as a failure. */
export async function runReporting(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<SuiteReport> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-report-'));
  const [path, mark] = [join(folder, 'report.json'), randomUUID()];
  const child = spawn(command, args, { stdio: 'inherit', env: { ...env, [reportVariable]: path, [runMark]: mark } });
  const [exitCode]: (number | null)[] = await once(child, 'exit');
  const report = await readReport(path, exitCode ?? 1);
  await rm(folder, { recursive: true });
  const left = await endLeftProcesses(mark);
  return { ...report, errors: [...report.errors, ...left.map((name) => `left running, now ended: ${name}`)] };
}

/**
 * Runs every suite, and when all are over, so that nothing runs beside them, the files in which something failed once
 * more.
 */
export async function runSuites(suites: Suite[], { secondTry }: { secondTry: boolean }): Promise<Outcome[]> {
  const tried: { suite: Suite; report: SuiteReport; seconds: number }[] = [];
  for (const suite of suites) {
    console.log(`\n── ${suite.name}`);
    tried.push({ suite, ...(await timed(() => suite.run())) });
  }
  const triesAgain = secondTry && isWorthSecondTry(tried.map(({ report }) => report));
  const outcomes: Outcome[] = [];
  for (const { suite, report: first, seconds } of tried) {
    const files = first.files.filter(hasFailed).map(({ file }) => file);
    if (!triesAgain || files.length === 0 || suite.runFiles === undefined) {
      outcomes.push({ suite: suite.name, ...countsOf(suite.name, first), acquitted: [], report: first, seconds });
      continue;
    }
    console.log(`\n── ${suite.name}, the second try, alone: ${files.join(', ')}`);
    const again = await timed(() => suite.runFiles?.(files) ?? Promise.resolve(first));
    const { report, acquitted } = acquit(first, again.report);
    const counts = countsOf(suite.name, report);
    outcomes.push({ suite: suite.name, ...counts, acquitted, report, seconds: seconds + again.seconds });
  }
  return outcomes;
}

async function timed(run: () => Promise<SuiteReport>): Promise<{ report: SuiteReport; seconds: number }> {
  const started = performance.now();
  const report = await run();
  return { report, seconds: (performance.now() - started) / 1000 };
}

/** The minutes of each suite, whatever is to be named, and the closing line. */
export function summary(outcomes: Outcome[]): string {
  const rows = outcomes.map(({ suite, passed, failed, skipped, seconds }) => {
    const counts = [`${passed} passed`, `${failed.length} failed`, `${skipped.length} skipped`];
    const cells = counts.map((count) => count.padStart(13)).join('');
    return `${suite.padEnd(22)}${cells}${(seconds / 60).toFixed(1).padStart(8)} min`;
  });
  const notes = [
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
