import { scoreBars, shiftBar } from './budgets.ts';
import type { Check, Line } from './checks.ts';
import { categories, type Metric, metricNames, type Run } from './run.ts';
import { nameOf, type Visit } from './visits.ts';

export interface Measured {
  visit: Visit;
  runs: Run[];
  /** Runs that were made again, as the machine was busy: named in the report, not judged. */
  setAside: Run[];
  /** A static page with the same content, under the same settings. */
  floor: Run;
}

/** Each number of a visit beside the floor's, the scores and the layout shift of every single run against their bars. */
export function judge({ visit, runs, floor }: Measured): Line[] {
  const about = { subject: visit.screen.name, visit: nameOf(visit) };
  const scores: Check[] = categories.map((category) => {
    const found = runs.map((run) => run.scores[category]);
    const bar = scoreBars[category];
    const passed = runs.length > 0 && found.every((score) => score >= bar);
    return {
      ...about,
      what: category,
      found: summary(found, String),
      floor: category === 'performance' ? String(floor.scores.performance) : undefined,
      bar: `≥ ${bar}`,
      passed,
      details: passed ? [] : [...new Set(runs.flatMap(({ losses }) => losses[category]))],
    };
  });
  const metrics: Line[] = metricNames.map((metric) => {
    const found = runs.map((run) => run.metrics[metric]);
    const [written, least] = [summary(found, units[metric]), units[metric](floor.metrics[metric])];
    const reading = { ...about, what: metric, found: written, floor: least };
    if (metric !== 'CLS') return reading;
    return { ...reading, bar: String(shiftBar), passed: found.every((shift) => shift <= shiftBar), details: [] };
  });
  return [...scores, ...metrics];
}

const milliseconds = (value: number) => `${Math.round(value)} ms`;

const units: Record<Metric, (value: number) => string> = {
  FCP: milliseconds,
  LCP: milliseconds,
  TBT: milliseconds,
  // Small shifts are shifts: enough digits to tell them from none.
  CLS: (value) => String(Number(value.toFixed(5))),
  bytes: (value) => `${Math.round(value)} B`,
};

function summary(values: number[], write: (value: number) => string): string {
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return values.length === 1 ? write(median) : `${write(median)} (${values.map(Number).map(short).join(' ')})`;
}

const short = (value: number) => String(Number(value.toFixed(value < 1 ? 5 : 0)));
