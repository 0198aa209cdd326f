import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Counts } from './counts.ts';

/** Vitest's own JSON report says neither why a test was skipped nor which one passed only when it was tried again. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report = process.env.COUNTS_REPORT;
    if (report) writeFileSync(report, JSON.stringify(countsOf(modules)));
  }
}

export function countsOf(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: [], skipped: [], retried: [] };
  for (const module of modules) {
    // A file that could not be loaded, or was given up, has no test that says so.
    const [error] = module.errors();
    if (error) counts.failed.push({ name: module.relativeModuleId, why: firstLine(error.message) });
    for (const test of module.children.allTests()) count(test, counts);
  }
  return counts;
}

function count(test: TestCase, counts: Counts): void {
  const name = `${test.module.relativeModuleId}: ${test.fullName}`;
  const result = test.result();
  switch (result.state) {
    case 'passed': {
      counts.passed += 1;
      const retries = test.diagnostic()?.retryCount ?? 0;
      if (retries > 0) counts.retried.push({ name, why: whyRetried(retries, result.errors?.[0]?.message) });
      break;
    }
    case 'skipped':
      counts.skipped.push({ name, why: result.note ?? 'no reason given' });
      break;
    // One that was never run failed too: its worker ended, or somebody interrupted it.
    case 'failed':
    case 'pending':
      counts.failed.push({ name, why: firstLine(result.errors?.[0]?.message) });
  }
}

const whyRetried = (retries: number, message?: string): string => `try ${retries + 1}, after: ${firstLine(message)}`;

const firstLine = (message = 'no reason given'): string => message.split('\n')[0] ?? '';
