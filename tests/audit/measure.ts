import { startBareServer } from '../bench/bare-server.ts';
import { staticPage } from '../bench/static-page.ts';
import {
  busyShare,
  disturbanceOf,
  isMedianCertain,
  isTooEasy,
  judgePerformance,
  mostAgain,
  mostRuns,
  patienceForQuiet,
  slowdownFor,
} from './busy.ts';
import { benchmark, type Chrome, logIn, openChrome, stopWorkers, visitOnce } from './chrome.ts';
import type { Fixture } from './fixture.ts';
import type { Measured } from './judge.ts';
import { runLighthouse } from './lighthouse.ts';
import { untilQuiet } from './machine-load.ts';
import { categories, type Run } from './run.ts';
import { nameOf, type Visit } from './visits.ts';

/** Every visit and, in turns with it, its floor on a phone, which nothing is judged by. Readers, authors and those who come again have a browser each. */
export async function measure(stage: Fixture, visits: Visit[], executablePath: string): Promise<Measured[]> {
  await using browsers = new AsyncDisposableStack();
  const open = async () => browsers.use(await openChrome(executablePath));
  const [readers, authors, returning] = [await open(), await open(), await open()];
  await logIn(authors, stage);
  const chromeOf = ({ kind, screen }: Visit) => (kind === 'repeat' ? returning : screen.signedIn ? authors : readers);
  // On a machine that is slow at its best Lighthouse's default multiplier would stand for a slower phone than it means.
  const machineIndex = Math.max(await benchmark(readers), await benchmark(readers), await benchmark(readers));
  const usualSlowdown = slowdownFor(machineIndex, machineIndex);
  const run = async (visit: Visit, cpuSlowdown = usualSlowdown) => {
    if (visit.kind === 'repeat') await stopWorkers(returning, stage.origin);
    return runLighthouse(chromeOf(visit), stage.origin + visit.screen.path, visit, cpuSlowdown);
  };

  const floors = new Map<string, Run>();
  const measured: Measured[] = [];
  for (const visit of visits) {
    const { path } = visit.screen;
    if (visit.kind === 'repeat') await visitOnce(returning, stage.origin + path);
    const runs = [await run(visit)];
    if (visit.device === 'phone' && !floors.has(path)) {
      floors.set(path, await runFloor(readers, stage, visit, usualSlowdown));
    }
    while (runs.length < visit.runs && !isMedianCertain(runs, visit.runs)) runs.push(await run(visit));
    const floor = visit.device === 'phone' ? floors.get(path) : undefined;
    measured.push({ visit, runs, setAside: [], floor, fastestIndex: machineIndex });
    print(visit, runs);
  }
  const indexes = measured.flatMap(({ runs }) => runs.map(({ benchmarkIndex }) => benchmarkIndex));
  const fastestIndex = Math.max(machineIndex, ...indexes);
  for (const each of measured) each.fastestIndex = fastestIndex;
  const runAgain = async (visit: Visit) => {
    const cpuSlowdown = slowdownFor(await benchmark(readers), fastestIndex);
    const made = await run(visit, cpuSlowdown);
    const index = Math.max(made.benchmarkIndex, await benchmark(readers));
    return { ...made, isTooEasy: visit.device === 'phone' && isTooEasy(cpuSlowdown, index, fastestIndex) };
  };
  await measureAgain(measured, runAgain);
  await measureMore(measured, runAgain);
  return measured;
}

/** A first visit to a static page with the same content. */
async function runFloor(chrome: Chrome, { origin }: Fixture, visit: Visit, cpuSlowdown: number): Promise<Run> {
  await using server = await startBareServer(await staticPage(origin, visit.screen.path));
  const first: Visit = { ...visit, kind: 'first' };
  const run = await runLighthouse(chrome, server.origin + visit.screen.path, first, cpuSlowdown, ['performance']);
  if (Number.isNaN(run.metrics.LCP)) throw new Error(`No floor for ${visit.screen.name}: ${run.losses.performance}`);
  return run;
}

/**
 * Makes each run again that missed the bar while the machine was busy, in a quiet moment if one comes, and with the
 * machine's slowness of that moment taken out of the throttling. A busy machine only makes a run worse.
 */
async function measureAgain(measured: Measured[], runAgain: (visit: Visit) => Promise<Run>): Promise<void> {
  let left = mostAgain.audit;
  let patienceMs = patienceForQuiet.audit;
  for (const { visit, runs, setAside, fastestIndex } of measured) {
    for (const [index, first] of runs.entries()) {
      for (let reason = disturbanceOf(first, fastestIndex); reason !== undefined; ) {
        if (left === 0 || setAside.length === mostAgain.visit) break;
        left -= 1;
        const started = performance.now();
        await untilQuiet(busyShare, Math.min(patienceForQuiet.run, patienceMs));
        patienceMs = Math.max(patienceMs - (performance.now() - started), 0);
        const before = runs[index] ?? first;
        const again = await runAgain(visit);
        runs[index] = again;
        setAside.push(before);
        console.log(
          `${visit.screen.name}, ${nameOf(visit)}: ${before.scores.performance} for performance, but ${reason}; ` +
            `made again: ${again.scores.performance}`,
        );
        reason = disturbanceOf(again, fastestIndex);
      }
    }
  }
}

/** Makes further runs of each visit that missed its bar on a quiet machine, so that its median is not one of a few. */
async function measureMore(measured: Measured[], runAgain: (visit: Visit) => Promise<Run>): Promise<void> {
  for (const { visit, runs, fastestIndex } of measured) {
    const isMissed = () => {
      const { passed, skipped } = judgePerformance(runs, fastestIndex);
      return !passed && skipped === undefined;
    };
    while (isMissed() && runs.length < mostRuns) {
      const run = await runAgain(visit);
      runs.push(run);
      console.log(`${visit.screen.name}, ${nameOf(visit)}: missed the bar; one more run: ${run.scores.performance}`);
    }
  }
}

function print({ screen, ...visit }: Visit, runs: Run[]): void {
  const scores = runs.map((run) => categories.map((name) => run.scores[name]).join(' '));
  const seconds = (performance.now() / 1000).toFixed(0);
  console.log(`${seconds.padStart(4)} s  ${screen.name}, ${nameOf({ screen, ...visit })}: ${scores.join(' | ')}`);
}
