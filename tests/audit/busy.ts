import { minScores } from './budgets.ts';
import type { BudgetCheck } from './checks.ts';
import type { Run } from './run.ts';

/** Of the machine's speed when it is idle: whoever had less of it shared the machine with something else. */
const slowShare = 0.75;

/** The part of the machine's CPU time from which on other programs disturb a run. One idle machine's own is 0.01 to 0.03. */
export const busyShare = 0.1;

/**
 * Where Lighthouse's default of four times slower stands for a phone of the middle class. It warns below this index, and
 * says to lower the multiplier there (lighthouse/core/gather/driver/environment.js, docs/throttling.md).
 */
const leastIndex = 1_000;
const defaultSlowdown = 4;

/** How many runs a visit gets at most if the first ones missed the bar. */
export const mostRuns = 5;

export const holdsBar = ({ scores }: Run): boolean => scores.performance >= minScores.performance;

/** Whether the median of this many runs holds the bar whatever those left to make will say. */
export const isMedianCertain = (runs: Run[], count: number): boolean => runs.filter(holdsBar).length * 2 > count;

/**
 * Why a run's performance says more of the machine than of the screen; nothing where the run held the bar, or missed it
 * on a machine at its full speed that had nothing else to do.
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
 * By the median of the runs in which the machine did not disturb: a single dip of one run in fifty or so says nothing of
 * the screen. Where the machine disturbed half of the runs or more, nothing can be said.
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

/**
 * How much slower a phone's CPU is than this machine's at its fastest: less than the default where the machine is slow
 * itself.
 */
export function slowdownFor(fastestIndex: number): number {
  return Math.max(defaultSlowdown * Math.min(fastestIndex / leastIndex, 1), 1);
}
