import { startBareServer } from '../bench/bare-server.ts';
import { staticPage } from '../bench/static-page.ts';
import { isMedianCertain, judgePerformance, mostRuns, slowdownFor } from './busy.ts';
import { benchmark, type Chrome, logIn, openChrome, stopWorkers, visitOnce } from './chrome.ts';
import type { Fixture } from './fixture.ts';
import type { Measured } from './judge.ts';
import { runLighthouse } from './lighthouse.ts';
import { categories, type Run } from './run.ts';
import { nameOf, type Visit } from './visits.ts';

/**
 * Measures the visits. First-time readers, authors and returning readers have one browser each.
 * @param isJudged whether performance must reach the minimum score. If so, also measures a static page with the same
 *   content once per path (the floor), and repeats visits that miss the minimum score
 */
export async function measure(
  stage: Fixture,
  visits: Visit[],
  executablePath: string,
  isJudged: boolean,
): Promise<Measured[]> {
  await using browsers = new AsyncDisposableStack();
  const open = async () => browsers.use(await openChrome(executablePath));
  const [readers, authors, returning] = [await open(), await open(), await open()];
  await logIn(authors, stage);
  const chromeOf = ({ kind, screen }: Visit) => (kind === 'repeat' ? returning : screen.signedIn ? authors : readers);
  // On a slow machine, Lighthouse's default multiplier would simulate a phone slower than a mid-range one.
  const machineIndex = Math.max(await benchmark(readers), await benchmark(readers), await benchmark(readers));
  const cpuSlowdown = slowdownFor(machineIndex);
  const run = async (visit: Visit) => {
    if (visit.kind === 'repeat') await stopWorkers(returning, stage.origin);
    return runLighthouse(chromeOf(visit), stage.origin + visit.screen.path, visit, cpuSlowdown);
  };

  const floors = new Map<string, Run>();
  const measured: Measured[] = [];
  for (const visit of visits) {
    const { path } = visit.screen;
    if (visit.kind === 'repeat') await visitOnce(returning, stage.origin + path);
    const runs = [await run(visit)];
    if (isJudged && visit.device === 'phone' && !floors.has(path)) {
      floors.set(path, await runFloor(readers, stage, visit, cpuSlowdown));
    }
    while (runs.length < visit.runs && !isMedianCertain(runs, visit.runs)) runs.push(await run(visit));
    const floor = visit.device === 'phone' ? floors.get(path) : undefined;
    measured.push({ visit, runs, floor, fastestIndex: machineIndex });
    print(visit, runs);
  }
  const indexes = measured.flatMap(({ runs }) => runs.map(({ benchmarkIndex }) => benchmarkIndex));
  const fastestIndex = Math.max(machineIndex, ...indexes);
  for (const each of measured) each.fastestIndex = fastestIndex;
  if (isJudged) await measureMore(measured, run);
  return measured;
}

/** Measures a first visit to a static page with the same content. */
async function runFloor(chrome: Chrome, { origin }: Fixture, visit: Visit, cpuSlowdown: number): Promise<Run> {
  await using server = await startBareServer(await staticPage(origin, visit.screen.path));
  const first: Visit = { ...visit, kind: 'first' };
  const run = await runLighthouse(chrome, server.origin + visit.screen.path, first, cpuSlowdown, ['performance']);
  if (Number.isNaN(run.metrics.LCP)) throw new Error(`No floor for ${visit.screen.name}: ${run.losses.performance}`);
  return run;
}

/** Adds runs to each visit whose median missed the minimum score, because the median of more runs is more reliable. */
async function measureMore(measured: Measured[], run: (visit: Visit) => Promise<Run>): Promise<void> {
  for (const { visit, runs, fastestIndex } of measured) {
    while (!judgePerformance(runs, fastestIndex).passed && runs.length < mostRuns) {
      const more = await run(visit);
      runs.push(more);
      console.log(`${visit.screen.name}, ${nameOf(visit)}: missed the score; one more run: ${more.scores.performance}`);
    }
  }
}

function print({ screen, ...visit }: Visit, runs: Run[]): void {
  const scores = runs.map((run) => categories.map((name) => run.scores[name]).join(' '));
  const seconds = (performance.now() / 1000).toFixed(0);
  console.log(`${seconds.padStart(4)} s  ${screen.name}, ${nameOf({ screen, ...visit })}: ${scores.join(' | ')}`);
}
