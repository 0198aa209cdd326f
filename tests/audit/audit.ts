import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse/package.json' with { type: 'json' };
import { findChromium } from '../browser/support/chromium.ts';
import { weigh } from './bytes.ts';
import { openFixture } from './fixture.ts';
import { captureStates } from './gallery.ts';
import { checkInstallability } from './installability.ts';
import { judge } from './judge.ts';
import { measure } from './measure.ts';
import { weighPrecache } from './precache.ts';
import { print, type Report, reportOf, write } from './report.ts';
import { screensOf } from './screens.ts';
import { statesOf } from './states.ts';
import { visitsOf } from './visits.ts';

const { values } = parseArgs({
  options: {
    /** Lighthouse runs of each visit on a phone. */
    runs: { type: 'string', default: '3' },
    /** The name of one screen, such as `/home`, or of one of its states, for quick work. */
    only: { type: 'string' },
    /** Another file for the counts, given by the program that started this. */
    report: { type: 'string' },
  },
});

const folder = join(import.meta.dirname, '../../reports');
const report = await audit(values.only, Number(values.runs));
print(report);
await write(report, folder);
if (values.report) await writeFile(values.report, JSON.stringify(report));
process.exitCode = report.failed.length === 0 && report.passed > 0 ? 0 : 1;

async function audit(only: string | undefined, runs: number): Promise<Report> {
  const chromium = findChromium();
  await using stage = await openFixture();
  const isAsked = ({ name }: { name: string }) => only === undefined || name === only;
  const screens = screensOf(stage.postId).filter(isAsked);
  const measured = await measure(stage, visitsOf(screens, runs), chromium);
  const weights = await weigh(stage.origin, measured);
  // Last of what looks at the list: it is another one afterwards.
  const gallery = await captureStates(stage, statesOf(stage).filter(isAsked), chromium, folder);
  const lines = [
    ...measured.flatMap(judge),
    ...weights,
    ...gallery.checks,
    await weighPrecache(stage.origin, chromium),
    ...(only === undefined ? await checkInstallability(stage, chromium) : []),
  ];
  const versions = {
    Lighthouse: lighthouse.version,
    Node: process.version,
    Browser: spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    Machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  };
  return reportOf(lines, {
    duration: performance.now() / 1000,
    versions,
    visits: measured,
    pictures: gallery.pictures,
  });
}
