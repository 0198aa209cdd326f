import { expect, test } from 'vitest';
import { type BudgetCheck, checkBytes, isCheck } from '../audit/checks.ts';
import { judge } from '../audit/judge.ts';
import type { Metric, Run } from '../audit/run.ts';
import type { Visit } from '../audit/visits.ts';

const visit: Visit = {
  screen: { name: '/home', path: '/home', signedIn: false },
  device: 'phone',
  kind: 'first',
  runs: 3,
};

function runOf(scores: Partial<Run['scores']> = {}, metrics: Partial<Record<Metric, number>> = {}): Run {
  return {
    scores: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100, ...scores },
    losses: { performance: ['unused-javascript: 40 KiB'], accessibility: [], 'best-practices': [], seo: [] },
    metrics: { FCP: 900, LCP: 1_000, TBT: 0, CLS: 0, bytes: 100_000, ...metrics },
    loaded: [],
    failure: undefined,
    lost: 0,
    benchmarkIndex: 1_000,
    cpuSlowdown: 4,
    othersShare: 0.02,
  };
}

function checksOf(runs: Run[]): BudgetCheck[] {
  return judge({ visit, runs, floor: runOf({ performance: 100 }), fastestIndex: 1_000 }).filter(isCheck);
}

const failedOf = (runs: Run[]) => checksOf(runs).filter(({ passed }) => !passed);
const whatOf = (checks: BudgetCheck[]) => checks.map(({ what }) => what);

test('the audit makes five checks, and judges performance by the median run', () => {
  expect(failedOf([runOf(), runOf({ performance: 95 }), runOf({ performance: 60 })])).toEqual([]);
  const below = runOf({ performance: 94 });
  expect(whatOf(failedOf([runOf(), below, below]))).toEqual(['performance']);
  expect(whatOf(checksOf([runOf()]))).toEqual(['performance', 'accessibility', 'best-practices', 'seo', 'CLS']);
});

test.for<[string, Run]>([
  ['accessibility', runOf({ accessibility: 99 })],
  ['best-practices', runOf({ 'best-practices': 99 })],
  ['seo', runOf({ seo: 99 })],
  ['CLS', runOf({}, { CLS: 0.0011 })],
  ['CLS', runOf({}, { CLS: Number.NaN })],
])('the audit fails the %s check if only one of three runs misses the target', ([what, run]) => {
  expect(whatOf(failedOf([runOf(), run, runOf()]))).toEqual([what]);
});

test('on a busy machine, the audit skips only a failed performance check, and says why', () => {
  const disturbed = { ...runOf({ performance: 90, accessibility: 90 }, { CLS: 0.1 }), othersShare: 0.48 };
  expect(failedOf([runOf(), disturbed]).map(({ what, skipped }) => [what, skipped])).toEqual([
    ['performance', 'other programs had 48 % of the machine'],
    ['accessibility', undefined],
    ['CLS', undefined],
  ]);
  expect(checksOf([{ ...runOf(), othersShare: 0.9 }])[0]).toMatchObject({ passed: true, skipped: undefined });
});

test('checkBytes passes a download that is no larger than the budget', () => {
  const about = { subject: '/home', what: 'JavaScript' };
  expect(checkBytes(about, 85_000, 85_000).passed).toBe(true);
  expect(checkBytes(about, 85_001, 85_000).passed).toBe(false);
});
