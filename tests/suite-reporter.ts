import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node';
import { type FileReport, firstLine, reportVariable, type SuiteReport, type TestOutcome } from './suite-report.ts';

/**
 * Vitest's own JSON report names neither a worker that died nor an error that nobody handled, and counts the tests behind
 * a failed hook as skipped.
 */
export default class SuiteReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = (config.tagsFilter ?? []).length > 0;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const path = process.env[reportVariable];
    if (path) writeFileSync(path, JSON.stringify(reportOf(modules, unhandledErrors, reason, this.#isFiltered)));
  }
}

function reportOf(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
  reason: TestRunEndReason,
  isFiltered: boolean,
): SuiteReport {
  const ownerOf = (error: SerializedError) => modules.find(({ moduleId }) => isAbout(error, moduleId));
  const files: FileReport[] = modules.map((module) => ({
    file: module.relativeModuleId,
    errors: [...errorsOf(module), ...unhandledErrors.filter((error) => ownerOf(error) === module).map(worded)],
    tests: [...module.children.allTests()].map((test) => outcomeOf(test, isFiltered)),
  }));
  const errors = unhandledErrors.filter((error) => ownerOf(error) === undefined).map(worded);
  return { files, errors: reason === 'interrupted' ? [...errors, 'interrupted'] : errors };
}

/** A stray rejection names the file that ran meanwhile; a worker that died names it in its message alone. */
function isAbout(error: SerializedError, moduleId: string): boolean {
  return error.VITEST_TEST_PATH === moduleId || String(error.cause?.message ?? '').endsWith(` ${moduleId}`);
}

const worded = ({ message, cause }: SerializedError) => firstLine(cause?.message ?? message);

function errorsOf(module: TestModule): string[] {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const isOver = module.state() === 'passed' || module.state() === 'failed' || module.state() === 'skipped';
  return [...errors.map(({ message }) => firstLine(message)), ...(isOver ? [] : ['the file never ended'])];
}

function outcomeOf(test: TestCase, isFiltered: boolean): TestOutcome {
  const title = test.fullName;
  const result = test.result();
  switch (result.state) {
    case 'passed':
      return { kind: 'passed', title };
    case 'failed':
      return { kind: 'failed', title, why: firstLine(result.errors[0]?.message) };
    case 'pending':
      return { kind: 'unfinished', title };
    case 'skipped': {
      const tag = test.tags.includes('flaky') ? 'flaky' : test.tags[0];
      if (isFiltered && tag !== undefined) return { kind: 'left out', title, tag };
      if (isBehindFailedHook(test)) return { kind: 'unfinished', title };
      return { kind: 'skipped', title, why: result.note ?? 'no reason given' };
    }
  }
}

function isBehindFailedHook({ parent, options }: TestCase | TestSuite): boolean {
  if (options.mode === 'skip' || options.mode === 'todo') return false;
  if (parent.errors().length > 0) return true;
  return parent.type === 'suite' && isBehindFailedHook(parent);
}
