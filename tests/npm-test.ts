import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from './browser/support/chromium.ts';
import { runSuite } from './run-suite.ts';
import type { FileReport } from './suite-report.ts';
import { runSuites, type Suite, summary } from './suite-runner.ts';
import { testFiles } from './test-files.ts';
import { type TestRun, testRunVariable } from './test-run.ts';

const { values } = parseArgs({
  options: {
    /** Runs every test once: leaves none out, and tries none again. */
    all: { type: 'boolean', default: false },
    /** Runs only suites and tests that need neither a browser nor PostgreSQL. Meant for use while coding. */
    quick: { type: 'boolean', default: false },
  },
});

const testRun: TestRun = values.all ? 'all' : values.quick ? 'quick' : 'gate';
/** `npm run test:all` takes 34 minutes on a quiet machine. CI runs `npm test`, and ends it after an hour and a half. */
const limitMinutes = { quick: 20, gate: 75, all: 200 }[testRun];
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

const stopping = new AbortController();
const stop = stopping.signal;
setTimeout(() => stopping.abort(`Stopped after ${limitMinutes} minutes.`), limitMinutes * 60_000).unref();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort(`Stopped by ${signal}.`));
// npm starts this process through a shell that does not pass on signals, so the run stops once that shell has ended.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stopping.abort('Stopped, as the process that started it has ended.');
}, 1_000).unref();

const runScript = (script: string, args: string[]) =>
  runSuite('npm', ['run', '--silent', script, '--', ...args], { ...process.env, [testRunVariable]: testRun }, stop);

function vitest(script: string): Suite {
  const args = ['--reporter=default', '--reporter=./tests/suite-reporter.ts', ...leavesOut];
  return {
    name: `npm run ${script}`,
    run: () => runScript(script, args),
    // Each file gets its own process, because files in one process would share modules and leftovers.
    runFiles: (files) => runScript(script, [...args, '--no-file-parallelism', '--isolate', ...files]),
  };
}

const reportOn = (title: string, errors: string[]) => {
  const file: FileReport = { file: 'tests', errors, tests: errors.length > 0 ? [] : [{ kind: 'passed', title }] };
  return { files: [file], errors: [] };
};

/** Gets no second try, because types, lint, format and regular expressions never fail by chance. */
const check: Suite = {
  name: 'npm run check',
  async run() {
    const { status } = spawnSync('npm', ['run', '--silent', 'check'], { stdio: 'inherit' });
    return reportOn('types, lint, format, regular expressions', status === 0 ? [] : [`exit code ${status}`]);
  },
};

const auditArgs = values.all ? [] : ['--gate'];
const audit: Suite = {
  name: 'npm run audit',
  run: () => runScript('audit', auditArgs),
  runFiles: (files) => runScript('audit', [...auditArgs, ...files.flatMap((file) => ['--only', file])]),
};

const quick = [check, vitest('test:unit'), vitest('test:api')];
const suites = values.quick ? quick : [...quick, vitest('test:browser'), audit];
const outcomes = await runSuites(suites, testRun === 'gate', stop);

/** Fails for a test file that no suite has run, because such a file would never fail itself. */
const everyFile: Suite = {
  name: 'every test file',
  async run() {
    const told = new Set(outcomes.flatMap(({ report }) => report.files.map(({ file }) => file)));
    const files = values.quick ? [...testFiles('unit'), ...testFiles('api')] : testFiles();
    const untold = files.filter((file) => !told.has(file));
    return reportOn(
      'every test file belongs to a suite',
      untold.map((file) => `no suite has run ${file}`),
    );
  },
};
outcomes.push(...(await runSuites([everyFile], false, stop)));
console.log(`\n${summary(outcomes)}`);
process.exitCode = outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1;
