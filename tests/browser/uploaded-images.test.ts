import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { makeImage, uploadTo } from '../api/support/images.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { delayWorker } from './support/delay-worker.ts';
import { button, main } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTabOn, troubles } from './support/tab.ts';
import { isCached } from './support/worker-ready.ts';

/** Publishes a post with an uploaded cover image and another uploaded image in its text. */
async function publishIllustrated(site: Site) {
  const ada = await registerAuthor(site);
  const [own, inText] = await Promise.all([1, 2].map((seed) => makeImage({ width: 1_600, height: 1_200, seed })));
  if (!own || !inText) throw new Error('too few images');
  for (const image of [own, inText]) expect((await uploadTo(site.origin, ada, image)).status).toBe(201);
  const content = `Some words.\n\n![A picture](${callPaths.image(inText.name)})\n\nMore words.`;
  const id = await publish(site, ada, { title: 'Illustrated', imgUrl: callPaths.image(own.name), content });
  return { id, own, inText };
}

/** Returns the sizes in bytes of the uploaded images that the page has loaded, by URL. */
const loadedImages = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/images/'))
        .map(({ name, encodedBodySize }) => [name.slice(location.origin.length), encodedBodySize]),
    ),
  );

const isShown = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 1)),
    )
    .toBe(true);

test('a card and a post load images of a fitting width, without a layout shift', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { serviceWorkers: 'block' });
  const { id, own, inText } = await publishIllustrated(site);
  await watchShifts(tab);
  await tab.goto('/home');
  await isShown(page);
  const loaded = await loadedImages(page);
  const small = `${callPaths.image(own.name)}?width=240`;
  expect(Object.keys(loaded)).toEqual([small]);
  expect(loaded[small]).toBeLessThan(own.bytes.length / 5);
  expect(await shiftsOf(tab)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 800 });
  await tab.goto(`/blog/${id}`);
  await button(page, 'Copy link').waitFor();
  await main(page).getByRole('img', { name: 'A picture' }).scrollIntoViewIfNeeded();
  await isShown(page);
  expect(Object.keys(await loadedImages(page)).sort()).toEqual(
    [own, inText].map(({ name }) => `${callPaths.image(name)}?width=480`).sort(),
  );
  expect(await shiftsOf(tab)).toEqual([]);
  expect(troubles(tab).filter(({ text }) => !/service worker/i.test(text))).toEqual([]);
});

test('offline, the card and the post show a picture that the first visit loaded', async () => {
  const { site, tab } = await openTabOn(openOwnSite);
  const { id, own } = await publishIllustrated(site);
  const releaseWorker = await delayWorker(tab.context);
  await tab.goto('/home');
  await isShown(tab.page);
  await releaseWorker();
  const small = `${site.origin}${callPaths.image(own.name)}?width=240`;
  await expect.poll(() => isCached(tab.page, small)).toBe(true);
  await site.stop();
  await tab.page.reload();
  await isShown(tab.page);
  // Hydration renders the card again, and the card must still show the small image.
  await expect.poll(() => tab.page.evaluate(() => document.images[0]?.currentSrc)).toBe(small);
  // The post asks for a larger size, which this device has never loaded.
  await tab.goto(`/blog/${id}`);
  await expect
    .poll(() => tab.page.evaluate(() => document.querySelector<HTMLImageElement>('.reading-image')?.naturalWidth))
    .toBeGreaterThan(1);
  expect(await main(tab.page).getByRole('presentation').first().getAttribute('src')).toBe(callPaths.image(own.name));
});
