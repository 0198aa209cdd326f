import type { Browser } from 'playwright-core';
import { callPaths } from '../../src/contract/paths.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf } from './figures.ts';
import { type Handler, handlersDuring } from './handlers.ts';
import { type Author, ada, newAuthor } from './new-author.ts';
import { openPhone, type Phone } from './phone.ts';
import { measureSearchTyping } from './search-typing.ts';
import { measureTapToPost } from './tap-to-post.ts';
import { type Walk, walksOf } from './walks.ts';

const repeats = 3;
/** Number of posts: enough for several pages of the list. */
const posts = 100;
const content = 'What happened, and what came of it.\n\n'.repeat(12);
const ownPosts = Array.from({ length: 5 * repeats }, (_, at) => ({ title: `Post ${at}`, imgUrl: '', content }));
/** Longest time that a handler may take, in milliseconds. */
const longest = 50;

/**
 * Measures how long the longest event handler blocks each screen, and how soon a tapped post and found posts appear, on
 * a processor 4 times slower. Walks with one device and login share a phone, because installing a worker is slow.
 */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase(posts);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using browser = await launchChromium();
  const author = await newAuthor(server.origin, ownPosts);
  const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
  const figures: Figure[] = [];
  await using phones = new AsyncDisposableStack();
  const visited = new Map<string, Phone>();
  for (const walk of walksOf(post?._id ?? '')) {
    const kind = `${walk.device} ${walk.signedIn}`;
    const phone = visited.get(kind) ?? phones.use(await openVisited(browser, server.origin, walk, author));
    visited.set(kind, phone);
    const found: Handler[] = [];
    while (found.length < repeats) found.push(await longestHandler(browser, phone, server.origin, walk));
    console.log(`${walk.screen}: ${found.map(({ type, duration }) => `${type} ${duration.toFixed(0)} ms`).join(', ')}`);
    figures.push({
      bench: 'interaction',
      what: `${walk.screen}: longest handler, processor 4 times slower`,
      unit: 'ms',
      ...medianOf(found.map(({ duration }) => duration)),
      bar: { atMost: longest },
    });
  }
  return [...figures, ...(await measureTapToPost()), ...(await measureSearchTyping())];
}

/** Returns a phone whose worker is installed. */
async function openVisited(browser: Browser, origin: string, walk: Walk, author: Author): Promise<Phone> {
  const localStorage = Object.entries(author).map(([name, value]) => ({ name, value }));
  const phone = await openPhone(browser, 'slow processor', {
    device: walk.device,
    storageState: { cookies: [], origins: walk.signedIn ? [{ origin, localStorage }] : [] },
  });
  // Gets the session cookie, with which the app sends a delete.
  if (walk.signedIn) await phone.context.request.post(origin + callPaths.login, { data: ada });
  await phone.visitOnce(origin + walk.path);
  return phone;
}

async function longestHandler(browser: Browser, phone: Phone, origin: string, walk: Walk): Promise<Handler> {
  const { page } = await phone.openPage();
  await page.goto(origin + walk.path);
  await page.waitForLoadState('networkidle');
  await walk.prepare?.(page);
  const handlers = await handlersDuring(browser, page, () => walk.walk(page));
  await page.close();
  const [first] = handlers.toSorted((a, b) => b.duration - a.duration);
  if (first === undefined) throw new Error(`Nothing was handled on ${walk.screen}.`);
  return first;
}
