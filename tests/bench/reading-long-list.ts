import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import { storyNumber } from '../../src/server/seed/stories.ts';
import { buildClient } from '../browser/builds.ts';
import { json } from '../browser/faults.ts';
import { openForeignBackend } from '../browser/foreign.ts';
import { freePort } from '../browser/free-port.ts';
import { openStaticHost } from '../browser/static-host.ts';
import type { Figure } from './figures.ts';
import { openPhone } from './phone.ts';

const posts = 10_000;
/** The longest a task may take while a reader scrolls, in milliseconds. */
const longestTask = 200;

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

/** As fast as the list can follow. */
function scrollToEnd(page: Page): Promise<{ longest: number; tasks: number; shown: number }> {
  return page.evaluate(async (all) => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
    const count = () => document.querySelectorAll('.post-list > li').length;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const end = performance.now() + 150_000;
    while (count() < all && performance.now() < end) {
      scrollBy(0, 900);
      await frame();
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { longest: Math.max(0, ...durations), tasks: durations.length, shown: count() };
  }, posts);
}
