import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from './browser/support/chromium.ts';
import { countsOf } from './counts.ts';
import { printPlan, rememberTimes } from './last-times.ts';
import { runReporting } from './run-reporting.ts';
import { openStop } from './stop.ts';
import type { SuiteReport } from './suite-report.ts';
import { type Outcome, runSuites, type Suite, summary } from './suite-runner.ts';
import { testFiles, unreportedFiles } from './test-files.ts';
import { type TestRun, testRunVariable } from './test-run.ts';

const { values } = parseArgs({
  options: {
    /** Everything, each once: no test is left out, and none is tried again. */
    all: { type: 'boolean', default: false },
    /** What needs neither a browser nor PostgreSQL, for the time between two changes. */
    quick: { type: 'boolean', default: false },
  },
});

const testRun: TestRun = values.all ? 'all' : values.quick ? 'quick' : 'gate';
/** `npm run test:all` is about two hours long on a quiet machine; CI, which runs `npm test`, ends it after an hour and a half. */
const limitMs = { quick: 20, gate: 75, all: 200 }[testRun] * 60_000;
const leavesOut = {
  quick: ['--tags-filter=!exhaustive && !flaky && !postgresql'],
  gate: ['--tags-filter=!exhaustive && !flaky'],
  all: [],
}[testRun];

if (!values.quick) {
  try {
    process.env.CHROME_PATH = findChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
using stop = openStop(limitMs);
const env = { ...process.env, [testRunVariable]: testRun };
const vitestArgs = ['--reporter=default', '--reporter=./tests/suite-reporter.ts', ...leavesOut];
const auditArgs = values.all ? [] : ['--gate'];

const runScript = (script: string, args: string[]) =>
  runReporting('npm', ['run', '--silent', script, '--', ...args], env, stop.signal);

function vitest(script: string): Suite {
  return {
    name: `npm run ${script}`,
    run: () => runScript(script, vitestArgs),
    // In a process each: one at a time, all files would share their modules, and what one file leaves behind.
    runFiles: (files) => runScript(script, [...vitestArgs, '--no-file-parallelism', '--isolate', ...files]),
  };
}

/** Types, lint, format and regular expressions stand or fall together, and by no chance. */
async function check(): Promise<SuiteReport> {
  const { status } = spawnSync('npm', ['run', '--silent', 'check'], { stdio: 'inherit' });
  if (status !== 0) return { files: [], errors: [`exit code ${status}`] };
  return {
    files: [
      { file: 'check', errors: [], tests: [{ kind: 'passed', title: 'types, lint, format, regular expressions' }] },
    ],
    errors: [],
  };
}

/** A test file that belongs to no suite would never fail. */
function everyFile(outcomes: readonly Outcome[]): Outcome {
  const files = values.quick ? [...testFiles('unit'), ...testFiles('api')] : testFiles();
  const errors = unreportedFiles(
    files,
    outcomes.map(({ report }) => report),
  ).map((file) => `no suite has run ${file}`);
  const tests = [{ kind: 'passed' as const, title: 'every test file belongs to a suite' }];
  const report: SuiteReport = { files: [{ file: 'tests', errors, tests: errors.length > 0 ? [] : tests }], errors: [] };
  return { suite: 'every test file', ...countsOf('npm test', report), acquitted: [], report, seconds: 0 };
}

const quick: Suite[] = [{ name: 'npm run check', run: check }, vitest('test:unit'), vitest('test:api')];
const inBrowsers: Suite[] = [
  vitest('test:browser'),
  {
    name: 'npm run audit',
    run: () => runScript('audit', auditArgs),
    runFiles: (files) => runScript('audit', [...auditArgs, ...files.flatMap((file) => ['--only', file])]),
  },
];
const suites = values.quick ? quick : [...quick, ...inBrowsers];

printPlan(testRun, suites);
const outcomes = await runSuites(suites, { secondTry: testRun === 'gate', stop: stop.signal });
if (!stop.signal.aborted) {
  rememberTimes(testRun, outcomes);
  outcomes.push(everyFile(outcomes));
}
console.log(`\n${summary(outcomes)}`);
process.exitCode = outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1;
