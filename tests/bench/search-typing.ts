import type { Browser } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { maxEntries } from '../../src/device/storage/max-entries.ts';
import { launchChromium } from '../browser/support/chromium.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf } from './figures.ts';
import { longestTaskDuring } from './handlers.ts';
import { openPhone, type Phone } from './phone.ts';

const repeats = 3;
const posts = 500;
/** Limits of the longest task and of the time to the first results, in milliseconds. */
const bars = { task: 50, firstResults: 100 };
/** Pauses in milliseconds: until the keyboard is up, after each key, and after the last key. */
const pace = { keyboard: 300, key: 80, end: 1_500 };
const query = 'the release train';

/**
 * Measures typing into the search field offline, with as many posts on the device as its caches hold. Chromium slows
 * down the page alone: the search thread runs at this machine's speed.
 */
export async function measureSearchTyping(): Promise<Figure[]> {
  await using database = await openDatabase(posts + 100);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using browser = await launchChromium();
  await using phone = await readMuch(browser, server.origin);
  const found: Typed[] = [];
  while (found.length < repeats) found.push(await type(browser, phone, server.origin));
  const fixed = { bench: 'interaction', unit: 'ms' } as const;
  const name = `search with ${posts} posts on the device, processor 4 times slower`;
  console.log(found.map(({ task, first }) => `task ${task.toFixed(0)} ms, first ${first.toFixed(0)} ms`).join('; '));
  return [
    { ...fixed, what: `${name}: longest task`, ...medianOf(found.map(({ task }) => task)), bar: { atMost: bars.task } },
    {
      ...fixed,
      what: `${name}: first results after the third letter`,
      ...medianOf(found.map(({ first }) => first)),
      bar: { atMost: bars.firstResults },
    },
  ];
}

interface Typed {
  /** The page's longest task, in milliseconds. */
  task: number;
  first: number;
}

/** Returns a phone whose worker has cached the posts, and which is offline. */
async function readMuch(browser: Browser, origin: string): Promise<Phone> {
  const phone = await openPhone(browser, 'slow processor');
  await phone.visitOnce(origin + pagePaths.home, (page) =>
    page.evaluate(readPosts, { list: callPaths.posts, pages: maxEntries.lists, posts }),
  );
  await phone.context.setOffline(true);
  return phone;
}

async function type(browser: Browser, phone: Phone, origin: string): Promise<Typed> {
  const { page, devtools } = await phone.openPage();
  await page.goto(origin + pagePaths.home);
  await page.getByText('Offline.').waitFor();
  await page.waitForTimeout(2_000);
  await devtools.send('HeapProfiler.collectGarbage');
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.getByRole('searchbox').boundingBox()) ?? {};
  const shown = page.evaluate(firstResultsAfterKey);
  await page.waitForTimeout(500);
  // Taps a position, because Playwright's own search for the element would run in the page and be measured.
  const task = await longestTaskDuring(browser, page, async () => {
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForTimeout(pace.keyboard);
    await page.keyboard.type(query, { delay: pace.key });
    await page.waitForTimeout(pace.end);
  });
  const first = await shown;
  await page.getByText(`in ${posts} posts on this device`).first().waitFor();
  await page.close();
  return { task, first };
}

/** Reads pages of the list, and the posts of later pages one by one, so that the worker caches all of them. */
async function readPosts({ list, pages, posts }: { list: string; pages: number; posts: number }): Promise<void> {
  let next: string | undefined = list;
  for (let [page, count]: [number, number] = [0, 0]; next && count < posts; page += 1) {
    const answer: Response = await fetch(next, { cache: page < pages ? 'default' : 'no-store' });
    const listed: { _id: string }[] = await answer.json();
    if (page >= pages)
      for (const { _id } of listed.slice(0, posts - count)) await (await fetch(`${list}/${_id}`)).text();
    count += listed.length;
    next = /<([^>]+)>/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
}

/**
 * Resolves with the milliseconds from the third letter to the first marked result: shorter words match only as whole
 * words.
 */
function firstResultsAfterKey(): Promise<number> {
  return new Promise((resolve) => {
    const hear = ({ target, timeStamp }: Event) => {
      if ((target as HTMLInputElement).value.length < 3) return;
      removeEventListener('input', hear, { capture: true });
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.card mark')) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - timeStamp));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    };
    addEventListener('input', hear, { capture: true });
  });
}
