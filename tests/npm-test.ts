import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from './browser/support/chromium.ts';
import type { SuiteReport } from './suite-report.ts';
import { runReporting, runSuites, type Suite, summary } from './suite-runner.ts';
import { type TestRun, testRunVariable } from './test-run.ts';

const { values } = parseArgs({
  options: {
    /** Everything, each once: no test is left out, and none is tried again. */
    all: { type: 'boolean', default: false },
  },
});

const testRun: TestRun = values.all ? 'all' : 'gate';
const env = { ...process.env, [testRunVariable]: testRun };
const vitestArgs = [
  '--reporter=default',
  '--reporter=./tests/suite-reporter.ts',
  ...(values.all ? [] : ['--tags-filter=!exhaustive && !flaky']),
];
const auditArgs = values.all ? [] : ['--gate'];

const runScript = (script: string, args: string[]) =>
  runReporting('npm', ['run', '--silent', script, '--', ...args], env);

function vitest(script: string): Suite {
  return {
    name: `npm run ${script}`,
    run: () => runScript(script, vitestArgs),
    runFiles: (files) => runScript(script, [...vitestArgs, '--no-file-parallelism', ...files]),
  };
}

/** Types, lint and format stand or fall together, and by no chance. */
async function check(): Promise<SuiteReport> {
  const { status } = spawnSync('npm', ['run', '--silent', 'check'], { stdio: 'inherit' });
  if (status !== 0) return { files: [], errors: [`exit code ${status}`] };
  return {
    files: [{ file: 'check', errors: [], tests: [{ kind: 'passed', title: 'types, lint, format' }] }],
    errors: [],
  };
}

try {
  process.env.CHROME_PATH = findChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}

const outcomes = await runSuites(
  [
    { name: 'npm run check', run: check },
    vitest('test:unit'),
    vitest('test:api'),
    vitest('test:browser'),
    {
      name: 'npm run audit',
      run: () => runScript('audit', auditArgs),
      runFiles: (files) => runScript('audit', [...auditArgs, ...files.flatMap((file) => ['--only', file])]),
    },
  ],
  { secondTry: !values.all },
);
console.log(`\n${summary(outcomes)}`);
process.exitCode = outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1;
