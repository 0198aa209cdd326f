import { maxLayoutShift, minScores } from './budgets.ts';
import { judgePerformance } from './busy.ts';
import type { BudgetCheck, ReportLine } from './checks.ts';
import { categories, type Metric, metricNames, type Run } from './run.ts';
import { nameOf, type Visit } from './visits.ts';

export interface Measured {
  visit: Visit;
  runs: Run[];
  /** The highest benchmark index of the whole audit: the machine's speed when nothing else runs. */
  fastestIndex: number;
  /** A run on a static page with the same content and settings; on a phone only. */
  floor: Run | undefined;
}

/**
 * Returns each score and metric of a visit, with the value of the static page. Every run must meet the limits
 * (budgets.ts) of layout shift and of all scores except performance. For performance, the median run must.
 */
export function judge({ visit, runs, floor, fastestIndex }: Measured): ReportLine[] {
  const about = { subject: visit.screen.name, visit: nameOf(visit) };
  const scores: BudgetCheck[] = categories.map((category) => {
    const found = runs.map((run) => run.scores[category]);
    const bar = minScores[category];
    const verdict =
      category === 'performance'
        ? judgePerformance(runs, fastestIndex)
        : { passed: runs.length > 0 && found.every((score) => score >= bar), skipped: undefined };
    return {
      ...about,
      what: category,
      found: summary(found, String),
      floor: category === 'performance' && floor ? String(floor.scores.performance) : undefined,
      bar: `≥ ${bar}`,
      details: verdict.passed ? [] : [...new Set(runs.flatMap(({ losses }) => losses[category]))],
      ...verdict,
    };
  });
  const metrics: ReportLine[] = metricNames.map((metric) => {
    const found = runs.map((run) => run.metrics[metric]);
    const [written, least] = [summary(found, units[metric]), floor && units[metric](floor.metrics[metric])];
    const reading = { ...about, what: metric, found: written, floor: least };
    if (metric !== 'CLS') return reading;
    return {
      ...reading,
      bar: String(maxLayoutShift),
      passed: found.every((shift) => shift <= maxLayoutShift),
      details: [],
    };
  });
  return [...scores, ...metrics];
}

const milliseconds = (value: number) => `${Math.round(value)} ms`;

const units: Record<Metric, (value: number) => string> = {
  FCP: milliseconds,
  LCP: milliseconds,
  TBT: milliseconds,
  // Enough digits to distinguish a small shift from 0.
  CLS: (value) => String(Number(value.toFixed(5))),
  bytes: (value) => `${Math.round(value)} B`,
};

function summary(values: number[], write: (value: number) => string): string {
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return values.length === 1 ? write(median) : `${write(median)} (${values.map(Number).map(short).join(' ')})`;
}

const short = (value: number) => String(Number(value.toFixed(value < 1 ? 5 : 0)));
