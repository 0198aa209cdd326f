import { minScores } from './budgets.ts';
import type { BudgetCheck } from './checks.ts';
import type { Run } from './run.ts';

/** Other programs have slowed a run if its benchmark index is below this share of the machine's highest. */
const slowShare = 0.75;

/** Other programs disturb a run if they take at least this share of the CPU time. An idle machine has 0.01 to 0.03. */
export const busyShare = 0.1;

/**
 * Lowest benchmark index at which Lighthouse's default slowdown stands for a mid-range phone. Below it, Lighthouse
 * warns and says to lower the multiplier (lighthouse/core/gather/driver/environment.js, docs/throttling.md).
 */
const leastIndex = 1_000;
const defaultSlowdown = 4;

/** Maximum number of runs of a visit whose first runs missed the minimum score. */
export const mostRuns = 5;

export const holdsBar = ({ scores }: Run): boolean => scores.performance >= minScores.performance;

/** Returns whether the median of `count` runs will reach the minimum score, whatever the remaining runs score. */
export const isMedianCertain = (runs: Run[], count: number): boolean => runs.filter(holdsBar).length * 2 > count;

/**
 * Returns what disturbed a run that missed the minimum score. Returns `undefined` if the run failed, reached the score,
 * or missed it on an idle machine at full speed.
 */
export function disturbanceOf(run: Run, fastestIndex: number): string | undefined {
  if (run.failure !== undefined || holdsBar(run)) return undefined;
  const { othersShare, benchmarkIndex } = run;
  const reasons = [
    ...(othersShare !== undefined && othersShare >= busyShare
      ? [`other programs had ${Math.round(othersShare * 100)} % of the machine`]
      : []),
    ...(benchmarkIndex < slowShare * fastestIndex
      ? [`benchmark index ${Math.round(benchmarkIndex)}, at other times ${Math.round(fastestIndex)}`]
      : []),
  ];
  return reasons.length > 0 ? reasons.join(', ') : undefined;
}

/**
 * Judges the median, because one run in fifty scores low for no fault of the screen. Ignores runs that other programs
 * disturbed. Skips the check if half of the runs or more were disturbed.
 */
export function judgePerformance(runs: Run[], fastestIndex: number): Pick<BudgetCheck, 'passed' | 'skipped'> {
  const disturbances = runs.map((run) => disturbanceOf(run, fastestIndex));
  const judged = runs.filter((_, index) => disturbances[index] === undefined);
  if (judged.length * 2 <= runs.length)
    return { passed: false, skipped: disturbances.find((why) => why !== undefined) };
  const ranked = judged.toSorted((a, b) => a.scores.performance - b.scores.performance);
  const median = ranked[Math.floor((ranked.length - 1) / 2)];
  return { passed: median !== undefined && holdsBar(median), skipped: undefined };
}

/** Returns the CPU slowdown that gives this machine a phone's speed: below the default if the machine is slow. */
export function slowdownFor(fastestIndex: number): number {
  return Math.max(defaultSlowdown * Math.min(fastestIndex / leastIndex, 1), 1);
}
