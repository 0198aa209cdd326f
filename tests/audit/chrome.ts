import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { chromium, type Page } from 'playwright-core';
import { chromiumFlagsFor } from '../browser/support/chromium.ts';
import { ownGroup } from '../browser/support/process-group.ts';
import type { Fixture } from './fixture.ts';

export interface Chrome extends AsyncDisposable {
  port: number;
}

export async function openChrome(chromePath: string): Promise<Chrome> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'storyline-chrome-'));
  const chrome = await launch({
    chromePath,
    userDataDir,
    chromeFlags: ['--headless=new', ...chromiumFlagsFor('chrome-launcher')],
  });
  // chrome-launcher starts Chromium as the leader of a process group, so this can kill the whole group.
  const group = ownGroup(chrome.process);
  return {
    port: chrome.port,
    async [Symbol.asyncDispose]() {
      await group.kill();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the machine's speed at this moment, as Lighthouse's benchmark index. */
export async function benchmark(chrome: Chrome): Promise<number> {
  return inTab(chrome, (page) => page.evaluate(pageFunctions.computeBenchmarkIndex));
}

export async function logIn(chrome: Chrome, { origin, author }: Fixture): Promise<void> {
  await inTab(chrome, async (page) => {
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate((session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    }, author);
  });
}

/** Visits the page. Returns once the worker controls it and has filled its caches. */
export async function visitOnce(chrome: Chrome, url: string): Promise<void> {
  await inTab(chrome, async (page) => {
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForLoadState('networkidle');
  });
}

/**
 * Stops the workers, as browsers stop idle workers before a reader returns. A running worker would also keep the
 * previous page's process alive, with everything that Lighthouse had put into it. The cleanup of that process delayed
 * the next page, in each run by 70 ms more than in the run before.
 */
export async function stopWorkers(chrome: Chrome, origin: string): Promise<void> {
  await inTab(chrome, async (page) => {
    await page.goto(`${origin}/robots.txt`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
  });
}

async function inTab<T>({ port }: Chrome, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window to work in.');
  const page = await context.newPage();
  const result = await work(page);
  await page.close();
  await browser.close();
  return result;
}
