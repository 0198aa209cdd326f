import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { byteBudgets } from '../audit/budgets.ts';
import { chromiumFlags, findChromium } from '../browser/support/chromium.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import type { Figure } from './figures.ts';
import { openPhone } from './phone.ts';

/** How long nothing may be asked for until a page is taken to be idle, in milliseconds. */
const idle = 3_000;
const columns = 60;

/** Prints what a first visit on a slow phone loads, and when; and counts it. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
  const home = await visit(browser, server.origin + pagePaths.home);
  const reading = await visit(browser, server.origin + pagePaths.blog(post?._id ?? ''));
  const about = { bench: 'waterfall', repeats: 1 } as const;
  return [
    {
      ...about,
      what: 'JavaScript of a first visit to /home',
      unit: 'bytes',
      measured: home.filter(({ type }) => type === 'script').reduce((total, { bytes }) => total + bytes, 0),
      bar: { atMost: byteBudgets.script.list },
    },
    { ...about, what: 'requests of /home after its HTML', unit: 'count', measured: home.length - 1 },
    {
      ...about,
      what: 'requests of a post after its HTML',
      unit: 'count',
      measured: reading.length - 1,
      bar: { atMost: 8 },
    },
  ];
}

interface Loaded {
  path: string;
  type: string;
  /** In milliseconds after the navigation began, as `end`. */
  start: number;
  end: number;
  /** Of the body, as it was sent. */
  bytes: number;
}

/** Without the worker's own requests, which begin once the page is idle. */
async function visit(browser: Browser, url: string): Promise<Loaded[]> {
  await using phone = await openPhone(browser, 'slow network and processor');
  const { page } = await phone.openPage();
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(url, { waitUntil: 'load' });
  for (let count = -1; count < finished.length; ) {
    count = finished.length;
    await page.waitForTimeout(idle);
  }
  const first = Math.min(...finished.map((request) => request.timing().startTime));
  const own = finished.filter((request) => request.serviceWorker() === null);
  const loaded = await Promise.all(own.map((request) => loadedBy(request, first)));
  print(url, loaded, await paints(page));
  return loaded;
}

async function loadedBy(request: Request, first: number): Promise<Loaded> {
  const { startTime, responseEnd } = request.timing();
  const { responseBodySize } = await request.sizes();
  const start = startTime - first;
  const type = request.resourceType();
  return { path: new URL(request.url()).pathname, type, start, end: start + responseEnd, bytes: responseBodySize };
}

const paints = (page: Page): Promise<{ name: string; startTime: number }[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('paint'), ...performance.getEntriesByType('navigation')].map((entry) =>
      entry instanceof PerformanceNavigationTiming
        ? { name: 'load', startTime: entry.loadEventStart }
        : { name: entry.name, startTime: entry.startTime },
    ),
  );

function print(url: string, loaded: Loaded[], marks: { name: string; startTime: number }[]): void {
  const last = Math.max(...loaded.map(({ end }) => end), ...marks.map(({ startTime }) => startTime));
  const column = (time: number) => Math.round((time / last) * columns);
  console.log(`\n${new URL(url).pathname} (ms; a column is ${Math.round(last / columns)} ms)`);
  for (const { path, start, end, bytes } of loaded.toSorted((a, b) => a.start - b.start)) {
    const bar = ' '.repeat(column(start)) + '█'.repeat(Math.max(1, column(end) - column(start)));
    const numbers = `${Math.round(start)}–${Math.round(end)}`.padStart(11);
    console.log(`${path.slice(0, 40).padEnd(40)} ${String(bytes).padStart(6)} B ${numbers} │${bar}`);
  }
  for (const { name, startTime } of marks) {
    console.log(`${name.padEnd(48)} ${String(Math.round(startTime)).padStart(11)} │${' '.repeat(column(startTime))}▲`);
  }
}
