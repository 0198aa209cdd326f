import { scoreBars } from './budgets.ts';
import type { Run } from './run.ts';

/** Of the machine's speed when it is idle: whoever had less of it shared the machine with something else. */
const busy = 0.75;

/** How many runs of one audit may be made again: a machine that is busy all the time measures nothing. */
export const mostAgain = 6;

/**
 * What of a trace Chromium now and then leaves out, of any page at all (three runs of forty): such a run has measured
 * nothing.
 */
const untraced = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED']);

/**
 * Whether a run says more of the machine than of the screen: it missed the bar of performance, and Lighthouse itself,
 * by its benchmark just before, found the machine much slower than it was at another time of this audit; or nothing of
 * either, as there is no trace. A run that misses on a machine at its full speed counts, and so does what misses twice.
 */
export function isWorthAgain(run: Run, fastestIndex: number): boolean {
  if (run.failure !== undefined) return untraced.has(run.failure);
  return run.scores.performance < scoreBars.performance && run.benchmarkIndex < busy * fastestIndex;
}

export const reasonAgain = ({ failure, scores, benchmarkIndex }: Run) =>
  failure ?? `${scores.performance} for performance at benchmarkIndex ${benchmarkIndex}`;
