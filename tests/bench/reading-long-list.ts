import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import { storyNumber } from '../../src/server/cli/seeding/stories.ts';
import { buildClient } from '../browser/support/builds.ts';
import { json } from '../browser/support/faults.ts';
import { openForeignBackend } from '../browser/support/foreign.ts';
import { freePort } from '../browser/support/free-port.ts';
import { openStaticHost } from '../browser/support/static-host.ts';
import type { Figure } from './figures.ts';
import { openPhone } from './phone.ts';

const posts = 10_000;
/** The longest a task may take while a reader scrolls, in milliseconds. */
const longestTask = 200;
/** How long is scrolled, in milliseconds. */
const patience = 60_000;

/** A foreign backend's single answer of 10,000 posts, scrolled through to its end on a slow phone. */
export async function scrolling(browser: Browser): Promise<Figure[]> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-bench-'));
  undo.defer(() => rm(folder, { recursive: true }));
  const apiPort = await freePort();
  await buildClient(folder, `http://127.0.0.1:${apiPort}`);
  const pages = undo.use(await openStaticHost(await freePort(), folder));
  const origin = `http://localhost:${pages.port}`;
  const backend = undo.use(await openForeignBackend(apiPort, origin));
  backend.faults.set('GET /blog/posts', json(Array.from({ length: posts }, (_, n) => postNumber(n))));
  const phone = undo.use(await openPhone(browser, 'slow processor'));
  const { page } = await phone.openPage();
  page.setDefaultTimeout(120_000);
  await page.goto(origin + pagePaths.home);
  await page.waitForFunction(
    async (url) => navigator.serviceWorker.controller !== null && (await caches.match(url)) !== undefined,
    `http://127.0.0.1:${apiPort}/blog/posts`,
  );
  await page.reload();
  await page.locator('.card').first().waitFor();
  const { longest, tasks, shown } = await scrollToEnd(page);
  const what = `longest task while ${posts.toLocaleString('en')} posts of one answer are scrolled through, processor 4 times slower`;
  return [
    {
      bench: 'reading',
      what,
      unit: 'ms',
      measured: longest,
      floor: longestTask,
      against: 'what a reader would feel',
      bar: { atMost: 1 },
      repeats: tasks,
    },
    { bench: 'reading', what: 'posts on the page at the end of it', unit: 'count', measured: shown, repeats: 1 },
  ];
}

function postNumber(n: number) {
  const { title, content } = storyNumber(n);
  const createdAt = new Date(Date.UTC(2026, 0, 1) - n * 3_600_000).toISOString();
  return { _id: `post-${n}`, title, summary: content.slice(0, 200), imgUrl: '', content, createdAt };
}

/** By the wheel, as a reader does, for as long as a reader would; what drives it does nothing in the page. */
async function scrollToEnd(page: Page): Promise<{ longest: number; tasks: number; shown: number }> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Reflect.set(window, 'durations', durations);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.mouse.move(200, 400);
  const end = Date.now() + patience;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(30);
  }
  return page.evaluate(() => {
    const durations: number[] = Reflect.get(window, 'durations');
    const shown = document.querySelectorAll('.post-lists li').length;
    return { longest: Math.max(0, ...durations), tasks: durations.length, shown };
  });
}
