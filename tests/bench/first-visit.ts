import type { Browser } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { type Chrome, openChrome } from '../audit/chrome.ts';
import { runLighthouse } from '../audit/lighthouse.ts';
import type { Run } from '../audit/run.ts';
import type { Visit } from '../audit/visits.ts';
import { findChromium, launchChromium } from '../browser/support/chromium.ts';
import { startBareServer } from './bare-server.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure, medianOf } from './figures.ts';
import { newAuthor } from './new-author.ts';
import { openPhone } from './phone.ts';
import { staticPage } from './static-page.ts';

const repeats = { applied: 9, simulated: 5 };
/** How many times slower than this machine Lighthouse's default phone is. */
const lighthouseSlowdown = 4;
/** How long after its load event a page may still paint a larger element, in milliseconds. */
const settling = 700;
/** Timeout of the first paint, in milliseconds. */
const patience = 20_000;

const against = 'a static page with the same words, styles and images from a bare node:http';

const words = 'The network went away in the tunnel, and came back where nobody was waiting for it any more. ';

/** Posts without pictures, as on most blogs. */
const withoutPictures = Array.from({ length: 20 }, (_, at) => ({
  title: `What the river said on day ${at + 1}`,
  imgUrl: '',
  content: `${words.repeat(3)}\n\n`.repeat(6),
}));

/** Measures first paints of the app and of a static page on a phone, with applied and with simulated throttling. */
export async function measure(): Promise<Figure[]> {
  await using browser = await launchChromium();
  await using chrome = await openChrome(findChromium());
  return [...(await measureBlog(browser, chrome, 'pictures')), ...(await measureBlog(browser, chrome, 'no pictures'))];
}

async function measureBlog(browser: Browser, chrome: Chrome, kind: 'pictures' | 'no pictures'): Promise<Figure[]> {
  await using database = await openDatabase(kind === 'pictures' ? 'samples' : 0);
  await using server = await startBuiltServer({ dataDir: database.folder });
  if (kind === 'no pictures') await newAuthor(server.origin, withoutPictures);
  const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
  const figures: Figure[] = [];
  for (const [screen, path] of [
    ['/home', pagePaths.home],
    ['/blog/{id}', pagePaths.blog(post?._id ?? '')],
  ] as const) {
    const name = `${screen}, ${kind}`;
    await using floor = await startBareServer(await staticPage(server.origin, path));
    const applied = await inTurns(repeats.applied, [server.origin, floor.origin], (origin) =>
      firstPaints(browser, origin + path),
    );
    figures.push(...paintFigures(applied, `${name}, applied throttling`));
    const simulated = await inTurns(repeats.simulated, [server.origin, floor.origin], (origin) =>
      simulatedVisit(chrome, { name, path }, origin),
    );
    figures.push(...paintFigures(simulated, `${name}, Lighthouse's default`), {
      bench: 'first-visit',
      what: `total blocking time of ${name}, Lighthouse's default`,
      unit: 'ms',
      ...medianOf(simulated.measured.map(({ TBT }) => TBT)),
      bar: { atMost: 50 },
    });
  }
  return figures;
}

interface Turns<T> {
  measured: T[];
  floors: T[];
}

/** Measures the server and its floor (figures.ts) alternately, so that other load on the machine slows both. */
async function inTurns<T>(
  count: number,
  [own, floor]: [string, string],
  visit: (origin: string) => Promise<T>,
): Promise<Turns<T>> {
  const turns: Turns<T> = { measured: [], floors: [] };
  while (turns.measured.length < count) {
    turns.measured.push(await visit(own));
    turns.floors.push(await visit(floor));
  }
  return turns;
}

/** First and largest contentful paint, in milliseconds. */
type Paints = Record<'FCP' | 'LCP', number>;

function paintFigures({ measured, floors }: Turns<Paints>, about: string): Figure[] {
  return (['FCP', 'LCP'] as const).map((paint) => ({
    bench: 'first-visit',
    what: `${paint} of ${about}`,
    unit: 'ms',
    ...besides(
      measured.map((paints) => paints[paint]),
      floors.map((paints) => paints[paint]),
    ),
    against,
    bar: { atMost: 1.1 },
  }));
}

async function simulatedVisit(
  chrome: Chrome,
  { name, path }: { name: string; path: string },
  origin: string,
): Promise<Run['metrics']> {
  const visit: Visit = {
    screen: { name, path, signedIn: false },
    device: 'phone',
    kind: 'first',
    runs: repeats.simulated,
  };
  const run = await runLighthouse(chrome, origin + path, visit, lighthouseSlowdown, ['performance']);
  if (Number.isNaN(run.metrics.LCP)) throw new Error(`Nothing recorded of ${name}: ${run.losses.performance}`);
  return run.metrics;
}

async function firstPaints(browser: Browser, url: string): Promise<Paints> {
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
  // Awaited here, because the phone closes when this function returns.
  return await page.evaluate(() => ({
    FCP: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    LCP: Number(Reflect.get(window, 'largestPaint')),
  }));
}
