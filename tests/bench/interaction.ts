import { type Browser, chromium } from 'playwright-core';
import { callPaths } from '../../src/contract/paths.ts';
import { chromiumFlags, findChromium } from '../browser/support/chromium.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf } from './figures.ts';
import { type Handler, handlersDuring } from './handlers.ts';
import { type Author, newAuthor } from './new-author.ts';
import { openPhone } from './phone.ts';
import { measureSearchTyping } from './search-typing.ts';
import { type Walk, walksOf } from './walks.ts';

const repeats = 5;
/** Enough for a list of several pages; and of the author's own. */
const posts = 100;
const content = 'What happened, and what came of it.\n\n'.repeat(12);
const ownPosts = Array.from({ length: 5 * repeats }, (_, at) => ({ title: `Post ${at}`, imgUrl: '', content }));
/** In milliseconds. */
const longest = 50;

/** The longest that any handler keeps the page from answering, on each screen, on a processor 4 times slower. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase(posts);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const author = await newAuthor(server.origin, ownPosts);
  const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
  const figures: Figure[] = [];
  for (const walk of walksOf(post?._id ?? '')) {
    const found: Handler[] = [];
    while (found.length < repeats) found.push(await longestHandler(browser, server.origin, walk, author));
    console.log(`${walk.screen}: ${found.map(({ type, duration }) => `${type} ${duration.toFixed(0)} ms`).join(', ')}`);
    figures.push({
      bench: 'interaction',
      what: `${walk.screen}: longest handler, processor 4 times slower`,
      unit: 'ms',
      ...medianOf(found.map(({ duration }) => duration)),
      bar: { atMost: longest },
    });
  }
  return [...figures, ...(await measureSearchTyping())];
}

async function longestHandler(browser: Browser, origin: string, walk: Walk, author: Author): Promise<Handler> {
  const localStorage = Object.entries(author).map(([name, value]) => ({ name, value }));
  await using phone = await openPhone(browser, 'slow processor', {
    device: walk.device,
    storageState: { cookies: [], origins: walk.signedIn ? [{ origin, localStorage }] : [] },
  });
  const { page } = await phone.openPage();
  await page.goto(origin + walk.path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  await walk.prepare?.(page);
  const handlers = await handlersDuring(browser, page, () => walk.walk(page));
  const [first] = handlers.toSorted((a, b) => b.duration - a.duration);
  if (first === undefined) throw new Error(`Nothing was handled on ${walk.screen}.`);
  return first;
}
