import { type Browser, chromium } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { chromiumFlags, findChromium } from '../browser/chromium.ts';
import { startBareServer } from './bare-server.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure } from './figures.ts';
import { openPhone } from './phone.ts';
import { staticPage } from './static-page.ts';

const repeats = 9;
/** How long after it has loaded a page may still paint something larger, in milliseconds. */
const settling = 700;
/** How long the first paint may take, in milliseconds. */
const patience = 20_000;

/** Largest contentful paint of a first visit, on a phone with a slow network, against a static page. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startBuiltServer({ dataDir: database.folder });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  await using _ = browser;
  const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
  const figures: Figure[] = [];
  for (const [name, path] of [
    ['/home', pagePaths.home],
    ['/blog/{id}', pagePaths.blog(post?._id ?? '')],
  ] as const) {
    await using floor = await startBareServer(await staticPage(server.origin, path));
    const [measured, floors]: [number[], number[]] = [[], []];
    while (measured.length < repeats) {
      measured.push(await firstPaint(browser, server.origin + path));
      floors.push(await firstPaint(browser, floor.origin + path));
    }
    figures.push({
      bench: 'first-visit',
      what: `LCP of ${name}`,
      unit: 'ms',
      ...besides(measured, floors),
      against: 'a static page with the same words, styles and images from a bare node:http',
      bar: { atMost: 1.25 },
    });
  }
  return figures;
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  await using phone = await openPhone(browser, 'slow network and processor');
  await phone.context.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Reflect.set(window, 'largestPaint', startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const { page } = await phone.openPage();
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => Reflect.has(window, 'largestPaint'), undefined, { polling: 50, timeout: patience });
  await page.waitForTimeout(settling);
  const time = await page.evaluate(() => Number(Reflect.get(window, 'largestPaint')));
  return time;
}
