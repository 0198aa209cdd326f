import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { cards, heading } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const content = `${'Some *words* of a text that goes on for a while. '.repeat(12)}\n\n`.repeat(3);

const publishPost = async (site: Site) => publish(site, await registerAuthor(site), { title: 'A post', content });

/** Which fonts the browser draws the post's first paragraph with. */
async function fontsOf({ page, context }: Tab): Promise<string[]> {
  const session = await context.newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.prose p' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ', of the device'}`);
}

const isKept = (page: Page) =>
  expect.poll(() => page.evaluate(async () => (await (await caches.open('typeface')).keys()).length)).toBe(2);

test('a first visit draws its post in a font of the device, and keeps the typeface for later', async () => {
  await using site = await openOwnSite();
  const id = await publishPost(site);
  await using tab = await openTab(site);
  const { page } = tab;
  await watchShifts(tab);
  const asked: { url: string; afterLoad: boolean }[] = [];
  let isLoaded = false;
  page.on('load', () => (isLoaded = true));
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) asked.push({ url: request.url(), afterLoad: isLoaded });
  });
  await tab.goto(`/blog/${id}`);
  await isKept(page);
  expect(asked.map(({ afterLoad }) => afterLoad)).toEqual([true, true]);
  expect((await fetch(asked[0]?.url ?? '')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect((await fontsOf(tab)).every((font) => font.endsWith(', of the device'))).toBe(true);
  expect(await shiftsOf(tab)).toEqual([]);

  await waitUntilCached(page, site, `/blog/posts/${id}`);
  await site.stop();
  await page.reload();
  await heading(page, 'A post').waitFor();
  expect(await fontsOf(tab)).toEqual(['Literata', 'Literata']);
  expect(await shiftsOf(tab)).toEqual([]);
});

test('the first post that is opened from the list has the typeface', async () => {
  await using site = await openOwnSite();
  await publishPost(site);
  await using tab = await openTab(site);
  const { page } = tab;
  await watchShifts(tab);
  await tab.goto('/home');
  await isKept(page);
  await cards(page).first().click();
  await page.locator('.prose p').first().waitFor();
  expect(await fontsOf(tab)).toEqual(['Literata', 'Literata']);
  expect(await shiftsOf(tab)).toEqual([]);
});
