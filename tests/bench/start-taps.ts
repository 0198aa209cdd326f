import type { Browser } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf } from './figures.ts';
import { openPhone } from './phone.ts';

/** Moments of the taps, in milliseconds after the first paint. */
const moments = Array.from({ length: 40 }, (_, at) => at * 50);
/** How long a tap may take to have its effect before it counts as lost, in milliseconds. */
const patience = 10_000;

/** Taps a button at each moment of the app's start, each time on a new phone whose processor is 4 times slower. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase(100);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using browser = await launchChromium();
  const taps: Tap[] = [];
  for (const moment of moments) taps.push(await tapAt(browser, server.origin + pagePaths.home, moment));
  const bench = 'start-taps';
  const about = `of ${taps.length} taps, one every 50 ms from the first paint, processor 4 times slower`;
  const lost = taps.filter(({ isLost }) => isLost).length;
  return [
    { bench, what: `lost ${about}`, unit: 'count', measured: lost, repeats: 1, bar: { atMost: 0 } },
    {
      bench,
      what: `longest wait for the thread ${about}`,
      unit: 'ms',
      ...medianOf(taps.map(({ waited }) => waited)),
      measured: Math.max(...taps.map(({ waited }) => waited)),
      bar: { atMost: 100 },
    },
  ];
}

interface Tap {
  isLost: boolean;
  /** Time from the tap until the page's listener ran, in milliseconds. */
  waited: number;
}

async function tapAt(browser: Browser, url: string, moment: number): Promise<Tap> {
  await using phone = await openPhone(browser, 'slow processor');
  await phone.context.addInitScript(() => {
    Reflect.set(window, 'waited', 0);
    const listen = ({ timeStamp }: Event) => Reflect.set(window, 'waited', performance.now() - timeStamp);
    addEventListener('click', listen, { capture: true, once: true });
  });
  const { page } = await phone.openPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.waitForTimeout(moment);
  const button = page.getByRole('button', { name: 'On this device' });
  const place = await button.boundingBox();
  if (!place) throw new Error('There is no button to tap.');
  await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
  const isLost = await page
    .waitForSelector('button[aria-pressed="true"]:has-text("On this device")', { timeout: patience })
    .then(() => false)
    .catch(() => true);
  return { isLost, waited: await page.evaluate(() => Number(Reflect.get(window, 'waited'))) };
}
