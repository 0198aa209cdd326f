import lighthouse, { desktopConfig } from 'lighthouse';
import type { Category } from './budgets.ts';
import type { Chrome } from './chrome.ts';
import { startLoadMeasurement } from './machine-load.ts';
import { categories, type Run, readRun } from './run.ts';
import { notFoundPath } from './screens.ts';
import type { Visit } from './visits.ts';

/** How often one run is recorded anew. */
const mostLost = 4;

/**
 * One run, recorded anew as long as Chromium left the start of the navigation out of its trace: it does so now and then
 * (one run of ten), for any page. Whatever else goes wrong is the run's result.
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
    console.log(`${url}: nothing recorded (${run.failure}), once more`);
  }
}

/** Lighthouse's own phone or desktop, throttling simulated. Local storage and cookies outlive a first visit. */
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
      // Nobody looks at it.
      disableFullPageScreenshot: true,
      // Not Found is a screen like the others. Its status is 404, as it should be, which two audits hold against it.
      ignoreStatusCode: true,
      skipAudits: url.endsWith(notFoundPath) ? ['http-status-code', 'errors-in-console'] : null,
      disableStorageReset: kind === 'repeat',
      // A desktop is taken to be as fast as this machine; a phone is four times slower, or less where the machine is slow.
      ...(device === 'phone' && { throttling: { cpuSlowdownMultiplier: cpuSlowdown } }),
      clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
    },
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  return readRun(result.lhr, { lost, othersShare: othersShare() });
}
