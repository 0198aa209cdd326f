import { scoreBars } from './budgets.ts';
import type { Run } from './run.ts';

/** Of the machine's speed when it is idle: whoever had less of it shared the machine with something else. */
const busy = 0.75;

/** How many runs of one audit may be made again: a machine that is busy all the time measures nothing. */
export const mostAgain = 6;

/**
 * Whether a run says more of the machine than of the screen: it missed the bar of performance, and Lighthouse itself,
 * by its benchmark just before, found the machine much slower than it was at another time of this audit. A run that
 * misses on a machine at its full speed counts, and so does whatever is measured the second time.
 */
export function isWorthAgain(run: Run, fastestIndex: number): boolean {
  return run.scores.performance < scoreBars.performance && run.benchmarkIndex < busy * fastestIndex;
}
