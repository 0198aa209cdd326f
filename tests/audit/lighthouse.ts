import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { chromiumFlags } from '../browser/chromium.ts';
import type { Check } from './checks.ts';
import { notFoundPath, type Screen } from './screens.ts';
import type { Stage } from './stage.ts';

/** Of 100, for the median of the runs. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const categories = Object.keys(bars) as (keyof typeof bars)[];

type Scores = Record<keyof typeof bars, number>;

interface Run {
  scores: Scores;
  /** Audits that cost points, per category. */
  losses: Record<keyof typeof bars, string[]>;
}

/** Lighthouse on a phone, simulated throttling, each run a first visit. Logged-in screens keep their local storage. */
export async function measure(
  { origin, author }: Stage,
  screens: Screen[],
  { executablePath, runs }: { executablePath: string; runs: number },
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const signedIn of [false, true]) {
    await using chrome = await openChrome(executablePath);
    if (signedIn) await logIn(chrome.port, origin, author);
    for (const { path } of screens.filter((screen) => screen.signedIn === signedIn)) {
      const results: Run[] = [];
      while (results.length < runs) results.push(await run(origin + path, chrome.port));
      checks.push(...categories.map((category) => judge(path, category, results)));
      console.log(
        `${path}: ${results.map(({ scores }) => categories.map((name) => scores[name]).join(' ')).join(' | ')}`,
      );
    }
  }
  return checks;
}

async function openChrome(chromePath: string): Promise<{ port: number } & AsyncDisposable> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'storyline-chrome-'));
  const chrome = await launch({ chromePath, userDataDir, chromeFlags: ['--headless=new', ...chromiumFlags] });
  return {
    port: chrome.port,
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => chrome.process.once('exit', resolve));
      chrome.kill();
      await gone;
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function logIn(port: number, origin: string, { token, userId }: Stage['author']): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window to log in with.');
  const page = await context.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { token, userId },
  );
  await page.close();
  await browser.close();
}

async function run(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: categories,
    // Not Found is a screen like the others. Its status is 404, as it should be, which two audits hold against it.
    ignoreStatusCode: true,
    skipAudits: url.endsWith(notFoundPath) ? ['http-status-code', 'errors-in-console'] : null,
    // A first visit: of what a page keeps, only local storage and cookies outlive this.
    clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
  });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { lhr } = result;
  const of = <T>(read: (category: keyof typeof bars) => T) =>
    ({
      performance: read('performance'),
      accessibility: read('accessibility'),
      'best-practices': read('best-practices'),
      seo: read('seo'),
    }) satisfies Record<keyof typeof bars, T>;
  return {
    scores: of((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    losses: of((name) => [
      ...(lhr.runtimeError ? [lhr.runtimeError.message] : []),
      ...(lhr.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id}: ${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.title}`),
    ]),
  };
}

function judge(path: string, category: keyof typeof bars, runs: Run[]): Check {
  const scores = runs.map((each) => each.scores[category]);
  const median = scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
  const bar = bars[category];
  const passed = median >= bar;
  return {
    subject: path,
    what: category,
    found: `${median} (${scores.join(' ')})`,
    bar: String(bar),
    passed,
    details: passed ? [] : [...new Set(runs.flatMap((each) => each.losses[category]))],
  };
}
