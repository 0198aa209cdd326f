import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse/package.json' with { type: 'json' };
import { findChromium } from '../browser/support/chromium.ts';
import { reportVariable } from '../suite-report.ts';
import { weigh } from './bytes.ts';
import type { ReportLine } from './checks.ts';
import { openFixture } from './fixture.ts';
import { captureStates } from './gallery.ts';
import { checkInstallability } from './installability.ts';
import { judge } from './judge.ts';
import { measure } from './measure.ts';
import { weighPrecache } from './precache.ts';
import { print, type Report, reportOf, suiteReportOf, write } from './report.ts';
import { screensOf } from './screens.ts';
import { statesOf } from './states.ts';
import { isOnGate, visitsOf } from './visits.ts';

const { values } = parseArgs({
  options: {
    /** How many times Lighthouse measures each visit on a phone. */
    runs: { type: 'string', default: '3' },
    /** Audits only this screen (such as `/home`), state, or other subject (such as `app`). Repeatable. */
    only: { type: 'string', multiple: true, default: [] },
    /** Measures for `npm test`: one first visit on a phone to each of the most used screens, despite `--runs`. */
    gate: { type: 'boolean', default: false },
  },
});

const folder = join(import.meta.dirname, '../../reports');
const report = await audit(values.only, Number(values.runs));
print(report);
await write(report, folder);
const suiteReport = process.env[reportVariable];
if (suiteReport) await writeFile(suiteReport, JSON.stringify(suiteReportOf(report.lines)));
process.exitCode = report.failed.length === 0 && report.passed > 0 ? 0 : 1;

/** Returns the line without its minimum score, because `npm test` reports performance without judging it. */
function unjudged({ subject, visit, what, found }: ReportLine): ReportLine {
  return { subject, what, found, ...(visit !== undefined && { visit }) };
}

async function audit(only: string[], runs: number): Promise<Report> {
  const chromium = findChromium();
  await using stage = await openFixture();
  const isAsked = (name: string) => only.length === 0 || only.includes(name);
  const screens = screensOf(stage.postId).filter(({ name }) => isAsked(name));
  const states = statesOf(stage).filter(({ name }) => isAsked(name));
  const visits = values.gate ? visitsOf(screens, 1).filter(isOnGate) : visitsOf(screens, runs);
  const measured = await measure(stage, visits, chromium, !values.gate);
  const weights = await weigh(stage.origin, measured);
  // Runs after all measurements: preparing some states publishes posts, which changes the measured list.
  const looks = values.gate ? [] : await captureStates(stage, states, folder);
  const shown = new Set([...screens, ...states].map(({ name }) => name));
  const isAboutApp = only.length === 0 || only.some((name) => !shown.has(name));
  const lines = [
    ...measured.flatMap(judge).map((line) => (values.gate && line.what === 'performance' ? unjudged(line) : line)),
    ...weights,
    ...looks,
    ...(isAboutApp ? await weighPrecache(stage.origin) : []),
    ...(isAboutApp ? await checkInstallability(stage) : []),
  ].filter(({ subject }) => isAsked(subject));
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
  });
}
