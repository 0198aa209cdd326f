import { startBareServer } from '../bench/bare-server.ts';
import { staticPage } from '../bench/static-page.ts';
import { isWorthAgain, mostAgain } from './busy.ts';
import { type Chrome, logIn, openChrome, stopWorkers, visitOnce } from './chrome.ts';
import type { Measured } from './judge.ts';
import { runLighthouse } from './lighthouse.ts';
import { categories, type Run } from './run.ts';
import type { Stage } from './stage.ts';
import { nameOf, type Visit } from './visits.ts';

/** Every visit and, in turns with it, its floor. Readers, authors and those who come again have a browser each. */
export async function measure(stage: Stage, visits: Visit[], executablePath: string): Promise<Measured[]> {
  await using browsers = new AsyncDisposableStack();
  const open = async () => browsers.use(await openChrome(executablePath));
  const [readers, authors, returning] = [await open(), await open(), await open()];
  await logIn(authors, stage);
  const chromeOf = ({ kind, screen }: Visit) => (kind === 'repeat' ? returning : screen.signedIn ? authors : readers);
  const run = async (visit: Visit) => {
    if (visit.kind === 'repeat') await stopWorkers(returning, stage.origin);
    return runLighthouse(chromeOf(visit), stage.origin + visit.screen.path, visit);
  };

  const floors = new Map<string, Run>();
  const measured: Measured[] = [];
  for (const visit of visits) {
    const { path } = visit.screen;
    if (visit.kind === 'repeat') await visitOnce(returning, stage.origin + path);
    const runs = [await run(visit)];
    const floor = floors.get(path + visit.device) ?? (await runFloor(readers, stage, visit));
    floors.set(path + visit.device, floor);
    while (runs.length < visit.runs) runs.push(await run(visit));
    measured.push({ visit, runs, setAside: [], floor });
    print(visit, runs);
  }
  await measureAgain(measured, run);
  return measured;
}

/** A first visit to a static page with the same content. */
async function runFloor(chrome: Chrome, { origin }: Stage, visit: Visit): Promise<Run> {
  await using server = await startBareServer(await staticPage(origin, visit.screen.path));
  const run = await runLighthouse(chrome, server.origin + visit.screen.path, { ...visit, kind: 'first' });
  if (Number.isNaN(run.metrics.LCP)) throw new Error(`No floor for ${visit.screen.name}: ${run.losses.performance}`);
  return run;
}

async function measureAgain(measured: Measured[], run: (visit: Visit) => Promise<Run>): Promise<void> {
  const fastest = Math.max(...measured.flatMap(({ runs }) => runs.map(({ benchmarkIndex }) => benchmarkIndex)));
  let left = mostAgain;
  for (const { visit, runs, setAside } of measured) {
    for (const [index, first] of runs.entries()) {
      if (left === 0 || !isWorthAgain(first, fastest)) continue;
      left -= 1;
      const second = await run(visit);
      runs[index] = second;
      setAside.push(first);
      console.log(
        `${visit.screen.name}, ${nameOf(visit)}: ${first.scores.performance} for performance on a busy machine ` +
          `(benchmarkIndex ${first.benchmarkIndex} of up to ${fastest}); made again: ${second.scores.performance}`,
      );
    }
  }
}

function print({ screen, ...visit }: Visit, runs: Run[]): void {
  const scores = runs.map((run) => categories.map((name) => run.scores[name]).join(' '));
  const seconds = (performance.now() / 1000).toFixed(0);
  console.log(`${seconds.padStart(4)} s  ${screen.name}, ${nameOf({ screen, ...visit })}: ${scores.join(' | ')}`);
}
