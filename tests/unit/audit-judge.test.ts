import { expect, test } from 'vitest';
import { disturbanceOf, isMedianCertain } from '../audit/busy.ts';
import { type BudgetCheck, checkBytes, isCheck } from '../audit/checks.ts';
import { judge } from '../audit/judge.ts';
import { suiteReportOf } from '../audit/report.ts';
import type { Metric, Run } from '../audit/run.ts';
import { screensOf } from '../audit/screens.ts';
import { isOnGate, nameOf, type Visit, visitsOf } from '../audit/visits.ts';

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

test('a visit passes when its median for performance holds the bar, and every run the others', () => {
  expect(failedOf([runOf(), runOf({ performance: 95 }), runOf({ performance: 60 })])).toEqual([]);
  expect(failedOf([runOf(), runOf({ performance: 94 }), runOf({ performance: 94 })]).map(({ what }) => what)).toEqual([
    'performance',
  ]);
  expect(checksOf([runOf()]).map(({ what }) => what)).toEqual([
    'performance',
    'accessibility',
    'best-practices',
    'seo',
    'CLS',
  ]);
});

test('a third run is left out only where it could not change the median of three', () => {
  const [holds, misses] = [runOf(), runOf({ performance: 94 })];
  expect(isMedianCertain([holds, holds], 3)).toBe(true);
  for (const runs of [[holds], [misses, misses], [holds, misses]]) expect(isMedianCertain(runs, 3)).toBe(false);
  for (const third of [holds, misses]) expect(failedOf([holds, holds, third])).toEqual([]);
});

test.for<[string, Run]>([
  ['accessibility', runOf({ accessibility: 99 })],
  ['best-practices', runOf({ 'best-practices': 99 })],
  ['seo', runOf({ seo: 99 })],
  ['CLS', runOf({}, { CLS: 0.0011 })],
  ['CLS', runOf({}, { CLS: Number.NaN })],
])('one run of three that misses %s fails it, whatever the median', ([what, run]) => {
  expect(failedOf([runOf(), run, runOf()]).map((check) => check.what)).toEqual([what]);
});

test('a run that missed the bar says what else the machine had to do; on a quiet machine nothing, nor where it held the bar', () => {
  const missed = runOf({ performance: 90 });
  expect(disturbanceOf(missed, 1_000)).toBeUndefined();
  expect(disturbanceOf({ ...missed, othersShare: undefined }, 1_000)).toBeUndefined();
  expect(disturbanceOf({ ...missed, othersShare: 0.48 }, 1_000)).toBe('other programs had 48 % of the machine');
  expect(disturbanceOf({ ...missed, benchmarkIndex: 750 }, 1_000)).toBeUndefined();
  expect(disturbanceOf({ ...missed, benchmarkIndex: 700 }, 1_000)).toBe('benchmark index 700, at other times 1000');
  expect(
    disturbanceOf({ ...runOf({ performance: 95 }), othersShare: 0.48, benchmarkIndex: 700 }, 1_000),
  ).toBeUndefined();
  expect(disturbanceOf({ ...missed, othersShare: 0.48, failure: 'NO_FCP' }, 1_000)).toBeUndefined();
});

test('performance that missed its bar on a busy machine alone is skipped with the evidence, and nothing else is', () => {
  const disturbed = { ...runOf({ performance: 90, accessibility: 90 }, { CLS: 0.1 }), othersShare: 0.48 };
  expect(failedOf([runOf(), disturbed]).map(({ what, skipped }) => [what, skipped])).toEqual([
    ['performance', 'other programs had 48 % of the machine'],
    ['accessibility', undefined],
    ['CLS', undefined],
  ]);
  expect(checksOf([{ ...runOf(), othersShare: 0.9 }])[0]).toMatchObject({ passed: true, skipped: undefined });
});

test('performance is judged by the quiet runs where these are the most, and not at all where they are not', () => {
  const disturbed = { ...runOf({ performance: 90 }), othersShare: 0.48 };
  const [missed, held] = [runOf({ performance: 94 }), runOf()];
  expect(failedOf([disturbed, missed, missed])).toMatchObject([{ what: 'performance', skipped: undefined }]);
  expect(failedOf([disturbed, held, held])).toEqual([]);
  const skipped = 'other programs had 48 % of the machine';
  expect(failedOf([disturbed, missed])).toMatchObject([{ what: 'performance', skipped }]);
  // Of two, the worse one.
  expect(failedOf([missed, held])).toMatchObject([{ what: 'performance', skipped: undefined }]);
});

test('bytes may be as many as the budget and not one more', () => {
  const about = { subject: '/home', what: 'JavaScript' };
  expect(checkBytes(about, 85_000, 85_000).passed).toBe(true);
  expect(checkBytes(about, 85_001, 85_000).passed).toBe(false);
});

test('every screen is measured on phone and desktop, the two that are come back to as repeat visits too', () => {
  const visits = visitsOf(screensOf('1'), 3);
  const names = new Set(visits.map((each) => each.screen.name));
  expect([...names].toSorted()).toEqual(
    [
      '/',
      '/home',
      '/register',
      '/login',
      '/recover',
      '/blog/{id}',
      '/create',
      '/myBlogs',
      '/account',
      'Not Found',
    ].toSorted(),
  );
  for (const name of names) {
    const found = visits.filter((each) => each.screen.name === name && each.kind === 'first');
    expect([...new Set(found.map(({ device, runs }) => `${device} ${runs}`))]).toEqual(['phone 3', 'desktop 1']);
  }
  const repeated = visits.filter(({ kind }) => kind === 'repeat');
  expect(repeated.map((each) => [each.screen.name, nameOf(each), each.runs])).toEqual([
    ['/home', 'phone, repeat visit', 3],
    ['/blog/{id}', 'phone, repeat visit', 3],
  ]);
});

test('the screen whose check failed, or was not judged, is what a second try would name', () => {
  const disturbed = { ...runOf({ performance: 90, accessibility: 90 }), othersShare: 0.48 };
  const lines = judge({ visit, runs: [disturbed], floor: undefined, fastestIndex: 1_000 });
  const [file] = suiteReportOf(lines).files;
  expect(file?.file).toBe('/home');
  expect(file?.tests).toEqual([
    {
      kind: 'skipped',
      title: 'phone, performance',
      why: '90, bar ≥ 95: not judged, as other programs had 48 % of the machine',
    },
    { kind: 'failed', title: 'phone, accessibility', why: '90, bar ≥ 100' },
    { kind: 'passed', title: 'phone, best-practices' },
    { kind: 'passed', title: 'phone, seo' },
    { kind: 'passed', title: 'phone, CLS' },
  ]);
});

test('the gate measures first visits on a phone of the five screens by which most come', () => {
  const asked = visitsOf(screensOf('1'), 3).filter(isOnGate);
  expect(asked.map((each) => `${each.screen.name}: ${nameOf(each)}`)).toEqual([
    '/home: phone',
    '/blog/{id}: phone',
    '/login: phone',
    '/create: phone, signed in',
    '/myBlogs: phone, signed in',
  ]);
});
