import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { freePort } from '../browser/support/free-port.ts';
import { openLoopback } from '../browser/support/loopback.ts';
import { type BuiltServer, openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf } from './figures.ts';
import { openPhone, type Phone } from './phone.ts';

const repeats = 5;
const many = 10_000;
const content = 'What happened, and what came of it.\n\n'.repeat(12);
const posts = Array.from({ length: many }, (_, n) => ({ _id: `p${n}`, title: `Post ${n}`, imgUrl: '', content }));
const indexHtml = join(import.meta.dirname, '../../dist/client/index.html');

/** Measures the time from a tap on a card until its post is painted, with a backend that lists 10,000 posts at once. */
export async function measureTapToPost(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using site = await openLongSite(server);
  await using browser = await launchChromium();
  const taps = await tapOften(browser, `http://127.0.0.1:${site.port}${pagePaths.home}`);
  console.log(`tap to post: ${taps.map((tap) => `${tap.toFixed(0)} ms`).join(', ')}`);
  const what = `from the tap to the post painted, list of ${many}, processor 4 times slower`;
  return [{ bench: 'interaction', what, unit: 'ms', ...medianOf(taps), bar: { atMost: 100 } }];
}

/** Opens a site with the built server's files, and with a backend that lists all posts in one response. */
function openLongSite(server: BuiltServer) {
  const answers = new Map<string, object>(posts.map((post) => [callPaths.post(post._id), post]));
  answers.set(callPaths.posts, posts);
  return freePort().then((port) =>
    openLoopback(port, async (request, response) => {
      const path = request.url ?? '';
      const answer = answers.get(path);
      if (answer) return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
      if (path === pagePaths.home)
        return response.setHeader('Content-Type', 'text/html').end(await readFile(indexHtml));
      const { status, headers, body } = await askFor(server.origin + path);
      return response.writeHead(status, headers).end(body);
    }),
  );
}

async function askFor(url: string) {
  const answer = await fetch(url);
  const type = answer.headers.get('Content-Type');
  return { status: answer.status, headers: { ...(type && { 'Content-Type': type }) }, body: await answer.bytes() };
}

async function tapOften(browser: Browser, url: string): Promise<number[]> {
  await using phone = await openPhone(browser, 'slow processor');
  await phone.visitOnce(url);
  await phone.context.addInitScript(watchTap);
  const taps: number[] = [];
  while (taps.length < repeats) taps.push(await tapOnce(phone, url));
  return taps;
}

async function tapOnce(phone: Phone, url: string): Promise<number> {
  const { page } = await phone.openPage();
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // Readers look at the list before they tap. During this pause, the page processes the list.
  await page.waitForTimeout(2_000);
  await page.locator('.card-link').nth(1).tap();
  await page.waitForFunction(() => Reflect.has(window, 'tapToPost'), undefined, { polling: 50 });
  const time = await page.evaluate(() => Number(Reflect.get(window, 'tapToPost')));
  await page.close();
  return time;
}

/** Records the time from a click until the frame with the post's text was painted. */
function watchTap(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        if (document.querySelector('.prose p') === null) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => Reflect.set(window, 'tapToPost', performance.now() - timeStamp);
        return requestAnimationFrame(() => port2.postMessage(0));
      };
      look();
    },
    { capture: true },
  );
}
