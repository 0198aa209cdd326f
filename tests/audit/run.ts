import type { Result } from 'lighthouse';
import { type Category, minScores } from './budgets.ts';

export const categories = Object.keys(minScores) as Category[];

/** What Lighthouse's name for it is. In milliseconds, but for the shift (no unit) and the weight (bytes on the wire). */
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
  /** What the page itself loaded. */
  loaded: string[];
  /** Lighthouse's code for why it could measure nothing. */
  failure: string | undefined;
  /** Recordings before this one that had come to nothing. */
  lost: number;
  /** How fast Lighthouse found the machine to be, just before the run. */
  benchmarkIndex: number;
  /** How much slower than this machine the device was taken to be. */
  cpuSlowdown: number;
  /** The part of the machine's CPU time that other programs had during the run; nothing where nobody can say. */
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

/** The worker fetches the whole app for later: that is counted with what it keeps. */
function loadedBy({ audits }: Result): string[] {
  const details = audits['network-requests']?.details;
  const items: { url?: unknown; sessionTargetType?: unknown }[] = details && 'items' in details ? details.items : [];
  return items.filter(({ sessionTargetType }) => sessionTargetType === 'page').map(({ url }) => String(url));
}
