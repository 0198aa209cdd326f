import type { Result } from 'lighthouse';
import { type Category, minScores } from './budgets.ts';

export const categories = Object.keys(minScores) as Category[];

/** Lighthouse's audit for each metric. Values are milliseconds, except CLS (no unit) and bytes (on the wire). */
const metricAudits = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const;

export type Metric = keyof typeof metricAudits;
export const metricNames = Object.keys(metricAudits) as Metric[];

export interface Run {
  scores: Record<Category, number>;
  /** Audits that cost points, per category. */
  losses: Record<Category, string[]>;
  metrics: Record<Metric, number>;
  /** URLs that the page loaded, without those that the worker fetched. */
  loaded: string[];
  /** Lighthouse's error code if it could measure nothing. */
  failure: string | undefined;
  /** Number of failed recordings before this recording. */
  lost: number;
  /** Lighthouse's benchmark index of the machine, taken just before the run. */
  benchmarkIndex: number;
  /** How many times slower than this machine the simulated device was. */
  cpuSlowdown: number;
  /** Share of the machine's CPU time that other programs had during the run; `undefined` if unknown. */
  othersShare: number | undefined;
}

export function readRun(result: Result, about: Pick<Run, 'lost' | 'othersShare'>): Run {
  return {
    scores: of(categories, (name) => Math.round((result.categories[name]?.score ?? 0) * 100)),
    losses: of(categories, (name) => [
      ...(result.runtimeError ? [result.runtimeError.message] : []),
      ...(result.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id}: ${result.audits[id]?.displayValue ?? result.audits[id]?.title}`),
    ]),
    metrics: of(metricNames, (name) => result.audits[metricAudits[name]]?.numericValue ?? Number.NaN),
    loaded: loadedBy(result),
    failure: result.runtimeError?.code,
    benchmarkIndex: result.environment.benchmarkIndex,
    cpuSlowdown: result.configSettings.throttling.cpuSlowdownMultiplier,
    ...about,
  };
}

function of<Name extends string, T>(names: Name[], read: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, T>;
}

/** Returns the URLs that the page loaded. The worker fetches the whole app for later, which `weighPrecache` counts. */
function loadedBy({ audits }: Result): string[] {
  const details = audits['network-requests']?.details;
  const items: { url?: unknown; sessionTargetType?: unknown }[] = details && 'items' in details ? details.items : [];
  return items.filter(({ sessionTargetType }) => sessionTargetType === 'page').map(({ url }) => String(url));
}
