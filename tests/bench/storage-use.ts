import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import type { Figure } from './figures.ts';
import { openPhone } from './phone.ts';

/** As many as are kept: on pages of the list, and opened (src/data/storage/max-entries.ts). */
const posts = { listed: 300, opened: 200 };
const images = 100;

/** Bytes of the browser's storage, by its own count: for the texts of 500 posts, and for 100 images on top. */
export async function measureStorageUse(browser: Browser): Promise<Figure[]> {
  await using database = await openDatabase(posts.listed);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using elsewhere = await startBuiltServer({ dataDir: database.folder });
  await using phone = await openPhone(browser, 'none');
  const { page } = await phone.openPage();
  await page.goto(server.origin + pagePaths.home);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.locator('.card').first().waitFor();
  // What is shown on the way is counted afterwards, image for image.
  await page.route('**/*.webp', (route) => route.abort());
  const app = await bytesStored(page);
  await scrollThrough(page, posts.listed);
  await open(page, posts.opened);
  const texts = await bytesStored(page);
  await page.unroute('**/*.webp');
  await showImages(page, server.origin);
  const own = await bytesStored(page);
  await showImages(page, elsewhere.origin);
  const foreign = await bytesStored(page);
  const opaque = await page.evaluate(async () => (await (await caches.open('opaque-images')).keys()).length);
  const figure = (what: string, measured: number): Figure => ({
    bench: 'reading',
    what,
    unit: 'bytes',
    measured,
    repeats: 1,
  });
  return [
    figure(`stored for the texts of ${posts.listed + posts.opened} posts`, texts - app),
    figure(`stored for ${images} images of the own host`, own - texts),
    figure(`charged after ${images} of another host, of which ${opaque} stay`, foreign - texts),
  ];
}

const bytesStored = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // Chromium alone says of what its sum is made.
    const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { caches?: number } };
    return usageDetails?.caches ?? Number.NaN;
  });

async function scrollThrough(page: Page, count: number): Promise<void> {
  await page.evaluate(async (all) => {
    while (document.querySelectorAll('.post-lists li').length < all) {
      scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, count);
}

async function open(page: Page, count: number): Promise<void> {
  await page.evaluate(async (most) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.card-link')].slice(0, most);
    for (const { pathname } of links) await fetch(pathname.replace('/blog/', '/blog/posts/'));
  }, count);
}

/** As many addresses as there are to be images; what comes is the same few pictures. */
async function showImages(page: Page, origin: string): Promise<void> {
  await page.evaluate(
    async ({ base, count }) => {
      for (let n = 0; n < count; n += 1) {
        const image = new Image();
        image.src = `${base}/samples/night-train.webp?${n}`;
        await image.decode();
      }
    },
    { base: origin, count: images },
  );
}
