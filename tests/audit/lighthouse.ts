import lighthouse, { desktopConfig } from 'lighthouse';
import type { Chrome } from './chrome.ts';
import { categories, type Run, readRun } from './run.ts';
import { notFoundPath } from './screens.ts';
import type { Visit } from './visits.ts';

/** Lighthouse's own phone or desktop, throttling simulated. Local storage and cookies outlive a first visit. */
export async function runLighthouse({ port }: Chrome, url: string, { device, kind }: Visit): Promise<Run> {
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: 'error',
      onlyCategories: categories,
      // Nobody looks at it.
      disableFullPageScreenshot: true,
      // Not Found is a screen like the others. Its status is 404, as it should be, which two audits hold against it.
      ignoreStatusCode: true,
      skipAudits: url.endsWith(notFoundPath) ? ['http-status-code', 'errors-in-console'] : null,
      disableStorageReset: kind === 'repeat',
      clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
    },
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  return readRun(result.lhr);
}
