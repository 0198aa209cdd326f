import lighthouse, { desktopConfig } from 'lighthouse';
import { pagePaths } from '../../src/contract/paths.ts';
import type { Category } from './budgets.ts';
import type { Chrome } from './chrome.ts';
import { startLoadMeasurement } from './machine-load.ts';
import { categories, type Run, readRun } from './run.ts';
import { notFoundPath } from './screens.ts';
import type { Visit } from './visits.ts';

/** How many times a run without a usable trace is recorded again. */
const mostLost = 4;

/**
 * Returns one run. Records it again if Chromium's trace lacks the start of the navigation, which happens in one run of
 * ten for any page. Any other failure is the run's result.
 */
export async function runLighthouse(
  chrome: Chrome,
  url: string,
  visit: Visit,
  cpuSlowdown: number,
  onlyCategories: Category[] = categories,
): Promise<Run> {
  for (let lost = 0; ; lost++) {
    const run = await record(chrome, url, visit, { cpuSlowdown, onlyCategories, lost });
    if (run.failure !== 'NO_NAVSTART' || lost === mostLost) return run;
    console.log(`${url}: nothing recorded (${run.failure}); recording again`);
  }
}

/** Audits to skip, by path, because they report intended behaviour as a fault. */
const meant: Record<string, string[]> = {
  // The server answers 404 here on purpose.
  [notFoundPath]: ['http-status-code', 'errors-in-console'],
  // Pages that only an author sees are `noindex` (tests/api/pages-head.test.ts).
  [pagePaths.account]: ['is-crawlable'],
  [pagePaths.recover]: ['is-crawlable'],
};

/** Records a run on Lighthouse's phone or desktop with simulated throttling. Keeps local storage and cookies. */
async function record(
  { port }: Chrome,
  url: string,
  { device, kind }: Visit,
  { cpuSlowdown, onlyCategories, lost }: { cpuSlowdown: number; onlyCategories: Category[]; lost: number },
): Promise<Run> {
  const othersShare = startLoadMeasurement();
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: 'error',
      onlyCategories,
      // The audit does not use the screenshot.
      disableFullPageScreenshot: true,
      ignoreStatusCode: true,
      skipAudits: meant[new URL(url).pathname] ?? null,
      disableStorageReset: kind === 'repeat',
      // The simulated desktop is as fast as this machine. The phone is four times slower, or less on a slow machine.
      ...(device === 'phone' && { throttling: { cpuSlowdownMultiplier: cpuSlowdown } }),
      clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
    },
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  return readRun(result.lhr, { lost, othersShare: othersShare() });
}
