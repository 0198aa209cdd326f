import { writeFileSync } from 'node:fs';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { type FileReport, reportVariable, type SuiteReport, type TestOutcome } from './suite-report.ts';

/**
 * Reports dead workers and unhandled errors, which Vitest's own JSON report omits. Reports the tests after a failed
 * hook as unfinished; Vitest's report counts them as skipped.
 */
export default class SuiteReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = (config.tagsFilter ?? []).length > 0;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    // Vitest exits at once on SIGTERM, so this listener must run before Vitest's own.
    process.prependOnceListener('SIGTERM', () => {
      const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
      const begun = new Set(modules.map(({ moduleId }) => moduleId));
      const waiting = specifications.filter(({ moduleId }) => !begun.has(moduleId));
      const { files } = reportOf(modules, [], this.#isFiltered);
      const errors = waiting.map(({ moduleId }) => `not begun: ${moduleId}`);
      this.#write({ files: files.map(underWay), errors });
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const { files, errors } = reportOf(modules, unhandled, this.#isFiltered);
    this.#write({ files, errors: reason === 'interrupted' ? [...errors, reason] : errors });
  }

  #write(report: SuiteReport): void {
    const path = process.env[reportVariable];
    if (path) writeFileSync(path, JSON.stringify(report));
  }
}

/** Returns the file without tests that never began. They would fill the summary of a stopped run. */
const underWay = (file: FileReport): FileReport => ({
  ...file,
  tests: file.tests.filter(({ kind, why }) => kind !== 'unfinished' || why === 'it never ended'),
});

function reportOf(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
  isFiltered: boolean,
): SuiteReport {
  const ownerOf = (error: SerializedError) => modules.find(({ moduleId }) => isAbout(error, moduleId));
  const files = modules.map((module): FileReport => {
    const tests = [...module.children.allTests()];
    return {
      file: module.relativeModuleId,
      errors: [...errorsOf(module), ...unhandledErrors.filter((error) => ownerOf(error) === module).map(worded)],
      tests: tests.map((test) => outcomeOf(test, isFiltered)),
      guardsPromise: tests.some(({ tags }) => tags.includes('promise')),
    };
  });
  return { files, errors: unhandledErrors.filter((error) => ownerOf(error) === undefined).map(worded) };
}

/** Returns whether the error belongs to the file. A dead worker's error names its file in the message alone. */
function isAbout(error: SerializedError, moduleId: string): boolean {
  return error.VITEST_TEST_PATH === moduleId || String(error.cause?.message ?? '').endsWith(` ${moduleId}`);
}

const worded = ({ message, cause }: SerializedError) => firstLine(cause?.message ?? message);

const firstLine = (message = 'no reason given') => message.split('\n')[0] ?? '';

function errorsOf(module: TestModule): string[] {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const isOver = ['passed', 'failed', 'skipped'].includes(module.state());
  return [...errors.map(({ message }) => firstLine(message)), ...(isOver ? [] : ['the file never ended'])];
}

/** Tags by which a run leaves tests out. The reason of a left-out test is its first tag in this order. */
const leavingOut = ['flaky', 'exhaustive', 'postgresql'];

function outcomeOf(test: TestCase, isFiltered: boolean): TestOutcome {
  const [title, result] = [test.fullName, test.result()];
  if (result.state === 'passed') return { kind: 'passed', title };
  if (result.state === 'failed') return { kind: 'failed', title, why: firstLine(result.errors[0]?.message) };
  if (result.state === 'pending') {
    return { kind: 'unfinished', title, why: test.diagnostic() ? 'it never ended' : 'it never began' };
  }
  const tag = leavingOut.find((name) => test.tags.includes(name));
  if (isFiltered && tag !== undefined) return { kind: 'left out', title, why: tag };
  if (isBehindFailedHook(test)) return { kind: 'unfinished', title, why: 'it never began' };
  return { kind: 'skipped', title, why: result.note ?? 'no reason given' };
}

function isBehindFailedHook({ parent, options }: TestCase | TestSuite): boolean {
  if (options.mode === 'skip' || options.mode === 'todo') return false;
  return parent.errors().length > 0 || (parent.type === 'suite' && isBehindFailedHook(parent));
}
