// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { runSuite } from '../run-suite.ts';
import { judgeSecondTry } from '../second-try.ts';
import { type FileReport, readReport, type SuiteReport } from '../suite-report.ts';
import { type Outcome, runSuites, summary } from '../suite-runner.ts';

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Creates a folder within the project, so that its files can import Vitest. */
function openFolder(): { folder: string } & Disposable {
  const folder = mkdtempSync(join(root, 'node_modules/.suite-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const tags = ['exhaustive', 'flaky', 'promise'].map((name) => ({ name, description: name }));
const config = `export default { test: { tags: ${JSON.stringify(tags)} } };`;

// Silences the runner's progress messages.
beforeAll(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});

const neverStopped = new AbortController().signal;

/** Runs these test files, each in a worker of its own, and returns the outcome. */
async function outcomeOfFiles(files: Record<string, string>): Promise<Outcome> {
  using opened = openFolder();
  const { folder } = opened;
  for (const [name, text] of Object.entries({ 'vitest.config.mjs': config, ...files })) {
    writeFileSync(join(folder, name), `import { afterAll, beforeAll, expect, test } from 'vitest';\n${text}`);
  }
  const args = ['run', '--root', folder, '--reporter', join(root, 'tests/suite-reporter.ts')];
  const run = (more: string[]) =>
    runSuite(
      process.execPath,
      [vitest, ...args, '--tags-filter=!exhaustive && !flaky', ...more],
      { ...process.env, VITEST: '', MARKER: join(folder, 'tried') },
      neverStopped,
    );
  const suite = {
    name: 'some',
    run: () => run([]),
    runFiles: (names: string[]) => run(['--no-file-parallelism', ...names]),
  };
  const [outcome] = await runSuites([suite], true, neverStopped);
  return outcome ?? expect.unreachable();
}

/** Code for a test file: a function that returns true only at the first try. */
const isFirstTry = `
  import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
  const isFirstTry = (name) => {
    const marker = process.env.MARKER + name;
    if (existsSync(marker)) return false;
    writeFileSync(marker, '');
    return true;
  };
`;

const longRun = { timeout: 120_000 };

/** Test files by name: at most eight, because the runner gives no second try if more files fail. */
const alwaysRed = {
  'a-test': `test('wrong', () => expect(1).toBe(2));`,
  'before-all': `beforeAll(() => { throw new Error('no database'); }); test('behind it', () => {});`,
  'after-all': `afterAll(() => { throw new Error('left over'); }); test('before it', () => {});`,
  'killed-worker': `test('dies', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); });`,
  'stray-rejection': `test('stray', async () => { Promise.reject(new Error('stray')); await new Promise((go) => setTimeout(go, 50)); });`,
  'not-loaded': `throw new Error('not even loaded');`,
  // The next two files skip a test at the second try.
  shy: `${isFirstTry}
    test('shy', ({ skip }) => { if (!isFirstTry('shy')) skip('not today'); throw new Error('no'); });
    test('bold', () => {});`,
  'shy-behind-hook': `${isFirstTry}
    beforeAll(() => { if (isFirstTry('hook')) throw new Error('no port'); });
    test('shy', ({ skip }) => skip('not today'));
    test('bold', () => {});`,
};

test('the run fails if the second try repeats a failure or skips the failed test', longRun, async () => {
  const files = Object.entries(alwaysRed).map(([name, text]) => [`${name}.test.mjs`, text] as const);
  const outcome = await outcomeOfFiles({
    ...Object.fromEntries(files),
    'sound.test.mjs': `test('sound', () => {});`,
  });
  const failedFiles = outcome.failed.map(({ name }) => name.replace(/(?<=\.test\.mjs): .*/, ''));
  expect([...new Set(failedFiles)].toSorted()).toEqual(files.map(([name]) => name).toSorted());
  const ofShy = outcome.failed.filter(({ name }) => name.startsWith('shy.'));
  expect(ofShy).toEqual([{ name: 'shy.test.mjs: shy', why: 'no' }]);
  expect(outcome.acquitted).toEqual([]);
});

const redOnce = {
  'single-test': `test('fails once', () => expect(isFirstTry('once')).toBe(false));`,
  hook: `beforeAll(() => { if (isFirstTry('hook')) throw new Error('no port'); }); test('behind it', () => {});`,
  'killed-worker': `test('dies', async () => { if (isFirstTry('kill')) { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); } });`,
  'stray-rejection': `test('stray', async () => { if (isFirstTry('stray')) Promise.reject(new Error('once')); await new Promise((go) => setTimeout(go, 50)); });`,
};

test('the run passes, and lists a failure that the second try does not repeat', longRun, async () => {
  const files = Object.entries(redOnce).map(([name, text]) => [`${name}.test.mjs`, isFirstTry + text] as const);
  const outcome = await outcomeOfFiles(Object.fromEntries(files));
  expect(outcome).toMatchObject({ passed: 4, failed: [], skipped: [] });
  const names = outcome.acquitted.map(({ name }) => name.replace(': fails once', ''));
  expect(names).toEqual(expect.arrayContaining(files.map(([name]) => name)));
  expect(summary([outcome])).toMatch(/1 × expected true to be false.*\n {6}single-test\.test\.mjs: fails once\n/);
});

/** Code for a test file: a function that returns the number of the current try, from 1. */
const tryNumber = `
  const tryNumber = (name) => {
    appendFileSync(process.env.MARKER + name, '.');
    return readFileSync(process.env.MARKER + name).length;
  };
`;

test('a failed file with the tag promise passes only if three further tries succeed', longRun, async () => {
  /** Returns a file that fails at the first try, and at the try with this number. */
  const redAt = (red: number) => `${isFirstTry}${tryNumber}
    test('keeps the text', { tags: ['promise'] }, () => {});
    test('keeps it here too', () => expect([1, ${red}]).not.toContain(tryNumber('text-${red}')));`;
  const files = { 'at-5.test.mjs': redAt(5), 'at-4.test.mjs': redAt(4), 'at-2.test.mjs': redAt(2) };
  const outcome = await outcomeOfFiles(files);
  expect(outcome.acquitted.map(({ name }) => name)).toEqual(['at-5.test.mjs: keeps it here too']);
  expect(outcome.failed.map(({ name }) => name).toSorted()).toEqual([
    'at-2.test.mjs: keeps it here too',
    'at-4.test.mjs: keeps it here too',
  ]);
});

const failed = (title: string) => ({ kind: 'failed', title, why: 'no' }) as const;
const passed = (title: string) => ({ kind: 'passed', title }) as const;
const fileOf = (tests: FileReport['tests'], errors: string[] = []): FileReport => ({ file: 'a', tests, errors });
const reportOf = (...files: FileReport[]): SuiteReport => ({ files, errors: [] });

test.for<[string, FileReport | undefined, string[]]>([
  ['its file is missing', undefined, []],
  ['its file has fewer tests', fileOf([passed('one')]), []],
  ['another test fails', fileOf([passed('one'), failed('two')]), []],
  ['a hook fails', fileOf([passed('one'), passed('two')], ['a hook']), []],
  ['an error occurs outside all files', fileOf([passed('one'), passed('two')]), ['left running']],
  ['it never ends', fileOf([{ kind: 'unfinished', title: 'one' }, passed('two')]), []],
])('a failed test does not pass if at the second try %s', ([, again, errors]) => {
  const first = reportOf(fileOf([failed('one'), passed('two')]));
  const { report, acquitted } = judgeSecondTry(first, [{ files: again ? [again] : [], errors }]);
  expect(acquitted).toEqual([]);
  expect(report.files[0]?.tests[0]).toEqual(failed('one'));
});

const written = (...tests: FileReport['tests']) => JSON.stringify(reportOf(fileOf(tests)));

test.for<[string, number, string | undefined, string[]]>([
  ['wrote nothing', 0, undefined, [expect.stringContaining('no report could be read')]],
  ['wrote no valid report', 0, '{"passed":4}', [expect.stringContaining('no report could be read')]],
  ['ran nothing', 0, written({ kind: 'skipped', title: 'one' }), ['nothing was tested']],
  ['exited with 1 but reported no failure', 1, written(passed('one')), ['exit code 1, and nothing that failed']],
  ['passed', 0, written(passed('one')), []],
  ['reported its failure', 1, written(failed('one')), []],
])('readReport returns the errors of a suite that %s', ([, exitCode, text, errors]) => {
  using opened = openFolder();
  const path = join(opened.folder, 'report.json');
  if (text) writeFileSync(path, text);
  expect(readReport(path, exitCode).errors).toEqual(errors);
});
