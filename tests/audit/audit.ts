import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../browser/chromium.ts';
import { findViolations } from './axe.ts';
import type { Check } from './checks.ts';
import { checkInstallability } from './installability.ts';
import { measure } from './lighthouse.ts';
import { print, reportOf, write } from './report.ts';
import { screensOf } from './screens.ts';
import { openStage } from './stage.ts';

const { values } = parseArgs({
  options: {
    /** Lighthouse runs of each screen; their median counts. */
    runs: { type: 'string', default: '3' },
    /** One screen's path, for quick work. */
    only: { type: 'string' },
    /** Another place for the counts, for whoever started this. */
    report: { type: 'string' },
  },
});

const checks = await audit(values.only, Number(values.runs));
const report = reportOf(checks);
print(report);
await write(report, join(import.meta.dirname, '../../reports'));
if (values.report) await writeFile(values.report, JSON.stringify(report));
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1;

async function audit(only: string | undefined, runs: number): Promise<Check[]> {
  const executablePath = findChromium();
  await using stage = await openStage();
  const screens = screensOf(stage.postId).filter(({ path }) => only === undefined || path === only);
  return [
    ...(await measure(stage, screens, { executablePath, runs })),
    ...(await findViolations(stage, screens, executablePath)),
    ...(only === undefined ? await checkInstallability(stage, executablePath) : []),
  ];
}
