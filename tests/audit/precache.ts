import { pagePaths } from '../../src/contract/paths.ts';
import { record } from '../bench/recorded.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { byteBudgets, maxPrecacheFiles } from './budgets.ts';
import { type BudgetCheck, checkBytes } from './checks.ts';

/** Checks the size of the worker and of everything it stores at installation, as the server sends them with brotli. */
export async function weighPrecache(origin: string): Promise<BudgetCheck[]> {
  await using browser = await launchChromium();
  const page = await browser.newPage();
  // A screen without posts and pictures: afterwards the caches hold the app alone.
  await page.goto(origin + pagePaths.login);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });
  const urls = [`${origin}/worker.js`, ...kept.map((url) => origin + new URL(url).pathname)];
  const files = await Promise.all(urls.map((url) => record(url)));
  const bytes = files.reduce((total, { body }) => total + body.length, 0);
  return [
    checkBytes({ subject: 'app', what: 'worker and precache' }, bytes, byteBudgets.precache),
    {
      subject: 'app',
      what: 'files in the precache',
      found: String(kept.length),
      bar: `≤ ${maxPrecacheFiles}`,
      passed: kept.length <= maxPrecacheFiles,
      details: [],
    },
  ];
}
