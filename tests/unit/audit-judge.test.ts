import { expect, test } from 'vitest';
import { isWorthAgain } from '../audit/busy.ts';
import { type Check, checkBytes, isCheck } from '../audit/checks.ts';
import { judge } from '../audit/judge.ts';
import { page } from '../audit/page.ts';
import { reportOf } from '../audit/report.ts';
import type { Metric, Run } from '../audit/run.ts';
import { screensOf } from '../audit/screens.ts';
import { nameOf, type Visit, visitsOf } from '../audit/visits.ts';

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
  };
}

function checksOf(runs: Run[]): Check[] {
  return judge({ visit, runs, setAside: [], floor: runOf({ performance: 100 }) }).filter(isCheck);
}

const failedOf = (runs: Run[]) => checksOf(runs).filter(({ passed }) => !passed);

test('a visit passes when every run of it holds every bar', () => {
  expect(failedOf([runOf(), runOf({ performance: 95 }), runOf()])).toEqual([]);
  expect(checksOf([runOf()]).map(({ what }) => what)).toEqual([
    'performance',
    'accessibility',
    'best-practices',
    'seo',
    'CLS',
  ]);
});

test.for<[string, Run]>([
  ['performance', runOf({ performance: 94 })],
  ['accessibility', runOf({ accessibility: 99 })],
  ['best-practices', runOf({ 'best-practices': 99 })],
  ['seo', runOf({ seo: 99 })],
  ['CLS', runOf({}, { CLS: 0.00004 })],
  ['CLS', runOf({}, { CLS: Number.NaN })],
])('one run of three that misses %s fails it, whatever the median', ([what, run]) => {
  expect(failedOf([runOf(), run, runOf()]).map((check) => check.what)).toEqual([what]);
});

test('what cost points is said once where a score is missed, and nowhere else', () => {
  const [missed] = failedOf([runOf({ performance: 90 }), runOf(), runOf({ performance: 91 })]);
  expect(missed).toMatchObject({ found: '91 (90 99 91)', floor: '100', details: ['unused-javascript: 40 KiB'] });
  expect(checksOf([runOf()]).flatMap(({ details }) => details)).toEqual([]);
});

test('each number stands beside the floor, and of several runs all are told', () => {
  const lines = judge({
    visit,
    runs: [runOf(), runOf({}, { LCP: 1_200 })],
    setAside: [],
    floor: runOf({}, { LCP: 700 }),
  });
  expect(lines.find(({ what }) => what === 'LCP')).toMatchObject({ found: '1200 ms (1000 1200)', floor: '700 ms' });
  expect(lines.every(({ subject }) => subject === '/home')).toBe(true);
});

test('a run is made again only where it missed the bar and the machine was slower than at another time', () => {
  const slow = { ...runOf({ performance: 90 }), benchmarkIndex: 700 };
  expect(isWorthAgain(slow, 1_000)).toBe(true);
  expect(isWorthAgain({ ...slow, benchmarkIndex: 750 }, 1_000)).toBe(false);
  expect(isWorthAgain({ ...slow, scores: { ...slow.scores, performance: 95 } }, 1_000)).toBe(false);
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
    ['/', '/home', '/register', '/login', '/blog/{id}', '/create', '/myBlogs', 'Not Found'].toSorted(),
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

test('the report counts checks alone, and shows each number with its bar and floor, and no markup of what it shows', () => {
  const measured = {
    visit,
    runs: [runOf({ performance: 94 })],
    setAside: [runOf({ performance: 80 })],
    floor: runOf(),
  };
  const lines = [...judge(measured), checkBytes({ subject: 'app', what: '<b>' }, 1, 2)];
  const report = reportOf(lines, { duration: 1, versions: { Node: 'v1' }, pictures: [], visits: [measured] });
  expect([report.passed, report.failed]).toEqual([5, 1]);
  const shown = new DOMParser().parseFromString(page(report), 'text/html');
  expect(shown.querySelector('h1')?.textContent).toBe('5 passed, 1 failed');
  expect(shown.querySelectorAll('td.failed')).toHaveLength(1);
  expect(shown.querySelector('b')).toBeNull();
  const text = shown.body.textContent ?? '';
  for (const part of ['unused-javascript: 40 KiB', 'bar ≥ 95', 'floor 1000 ms', '80 for performance']) {
    expect(text).toContain(part);
  }
});
