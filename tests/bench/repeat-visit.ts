import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { readingKey, readingRecords } from '../browser/support/records.ts';
import { startBareServer } from './bare-server.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure } from './figures.ts';
import { openPhone, type Phone, type Throttling } from './phone.ts';
import { htmlAnswer, scriptAnswer, staticPage } from './static-page.ts';

const repeats = 15;

/** Returns the code of the smallest worker that serves these paths offline. */
const worker = (paths: string[]) => `
addEventListener('install', (event) => {
  event.waitUntil(caches.open('static').then((cache) => cache.addAll(${JSON.stringify(paths)})));
});
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request, { ignoreVary: true })));`;

const registration = '<script>navigator.serviceWorker.register("/worker.js")</script>';

/** Measures how soon the list is on screen without a server, compared with a precached static page. */
export async function measure(): Promise<Figure[]> {
  await using browser = await launchChromium();
  return [
    { ...(await compare(browser, 'none')), bar: { atMost: 1.1 } },
    { ...(await compare(browser, 'slow processor')), what: 'list on screen, no network, processor 4 times slower' },
  ];
}

async function compare(browser: Browser, slowness: Throttling): Promise<Figure> {
  await using database = await openDatabase('samples');
  await using phone = await openPhone(browser, slowness);
  await using floorPhone = await openPhone(browser, slowness);
  const [url, floorUrl] = await visitOnce(database.folder, phone, floorPhone);
  await Promise.all([watchList(phone), watchList(floorPhone)]);
  const [measured, floors]: [number[], number[]] = [[], []];
  while (measured.length < repeats) {
    measured.push(await listOnScreen(phone, url));
    floors.push(await listOnScreen(floorPhone, floorUrl));
  }
  return {
    bench: 'repeat-visit',
    what: 'list on screen, no network',
    unit: 'ms',
    ...besides(measured, floors),
    against: 'a static page with the same list, precached by a worker of five lines',
  };
}

/** Visits the list and the static page once each. Stops both servers, and returns the URLs. */
async function visitOnce(folder: string, phone: Phone, floorPhone: Phone): Promise<[string, string]> {
  await using server = await startBuiltServer({ dataDir: folder });
  const newest = readingKey(server.origin + callPaths.posts);
  await phone.visitOnce(server.origin + pagePaths.home, async (page) => {
    while (!(newest in (await page.evaluate(readingRecords, newest)))) await setTimeout(50);
  });

  const answers = await staticPage(server.origin, pagePaths.home);
  const html = await (await fetch(server.origin + pagePaths.home)).text();
  const body = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replace('</body>', `${registration}</body>`);
  answers.set(pagePaths.home, htmlAnswer(body));
  answers.set('/worker.js', scriptAnswer(worker([...answers.keys()])));
  await using floor = await startBareServer(answers);
  const floorPage = (await floorPhone.openPage()).page;
  await floorPage.goto(floor.origin + pagePaths.home);
  await floorPage.evaluate(() => navigator.serviceWorker.ready);
  await floorPage.reload();
  await floorPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await floorPage.close();
  return [server.origin + pagePaths.home, floor.origin + pagePaths.home];
}

/** Records in each document when the frame with the list's first card was painted. */
async function watchList({ context }: Phone): Promise<void> {
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.card-title') === null) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Reflect.set(window, 'listOnScreen', performance.now());
      return requestAnimationFrame(() => port2.postMessage(0));
    };
    look();
  });
}

async function listOnScreen(phone: Phone, url: string): Promise<number> {
  const { page } = await phone.openPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.has(window, 'listOnScreen'), undefined, { polling: 50 });
  const time = await page.evaluate(() => Number(Reflect.get(window, 'listOnScreen')));
  await page.waitForTimeout(200);
  await page.close();
  return time;
}
