import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
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
import {
  type FileReport,
  firstLine,
  type Progress,
  progressPath,
  reportVariable,
  type SuiteReport,
  type TestOutcome,
} from './suite-report.ts';

/**
 * Vitest's own JSON report names neither a worker that died nor an error that nobody handled, and counts the tests behind
 * a failed hook as skipped.
 */
export default class SuiteReporter implements Reporter {
  #isFiltered = false;
  readonly #path = process.env[reportVariable];
  readonly #progress: Progress = { waiting: [], running: {} };

  onInit({ config }: Vitest): void {
    this.#isFiltered = (config.tagsFilter ?? []).length > 0;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#progress.waiting = specifications.map(({ project, moduleId }) => relative(project.config.root, moduleId));
    this.#writeProgress();
  }

  onTestModuleStart({ relativeModuleId: file }: TestModule): void {
    this.#progress.waiting = this.#progress.waiting.filter((waiting) => waiting !== file);
    this.#progress.running[file] = 'its loading';
    this.#writeProgress();
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#progress.running[module.relativeModuleId] = fullName;
    this.#writeProgress();
  }

  onTestModuleEnd({ relativeModuleId: file }: TestModule): void {
    delete this.#progress.running[file];
    this.#writeProgress();
  }

  /** At once, as nobody says when the suite is stopped. */
  #writeProgress(): void {
    if (this.#path) writeFileSync(progressPath(this.#path), JSON.stringify(this.#progress));
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const report = reportOf(modules, unhandledErrors, reason, this.#isFiltered);
    if (this.#path) writeFileSync(this.#path, JSON.stringify(report));
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
    seconds: secondsOf(module),
    guardsPromise: [...module.children.allTests()].some(({ tags }) => tags.includes('promise')),
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

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

/** Tags by which a run leaves tests out, the most telling first. */
const leavingOut = ['flaky', 'exhaustive', 'postgresql'];

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
      const tag = leavingOut.find((name) => test.tags.includes(name));
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
