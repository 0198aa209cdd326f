import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { cards, heading } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTabOn, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const content = `${'Some *words* of a text that goes on for a while. '.repeat(12)}\n\n`.repeat(3);

const publishPost = async (site: Site) => publish(site, await registerAuthor(site), { title: 'A post', content });

/** Returns the fonts in which the browser draws the post's first paragraph. */
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

test('a first visit shows a post in a system font, and caches the typeface', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  const id = await publishPost(site);
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

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sizes = { desktop: [40, 28, 21, 19], phone: [34, 26, 20, 18] };

/** Returns the mean number of characters in the lines of the post's first paragraph, without the last line. */
const charactersOfLine = (page: Page) =>
  page
    .locator('.prose p')
    .first()
    .evaluate(({ firstChild: text }) => {
      if (!(text instanceof Text)) throw new Error('The paragraph does not begin with words.');
      const range = document.createRange();
      const bottoms = Array.from(text.data, (_, index) => {
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().bottom;
      });
      const full = bottoms.filter((bottom) => bottom < (bottoms.at(-1) ?? 0));
      return full.length / new Set(full).size;
    });

test('a line of a post has 60 to 70 characters on a desktop', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { viewport: desktop });
  const text =
    'The first train leaves at four, and nobody speaks. A long line tires the eye, which has to find its way back. Short ones hurry. '.repeat(
      15,
    );
  const code = 'Some `code` here.\n\n```js\nconst a = 1;\n```';
  const id = await publish(site, await registerAuthor(site), {
    title: 'A post',
    content: `${text}\n\n# Two\n\n## Three\n\n${code}`,
  });
  const sizeOf = (selector: string) =>
    page
      .locator(`main ${selector}`)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const scale = async () =>
    Promise.all(['h1', '.prose :is(h2)', '.prose :is(h3)', '.prose p'].map((selector) => sizeOf(selector)));
  const visits = [() => tab.goto(`/blog/${id}`), () => tab.goto('/home')];
  for (const visit of visits) {
    await visit();
    // The first visit shows a system font. The second visit opens the post from the list once the typeface is cached.
    if (visit !== visits[0]) {
      await isKept(page);
      await cards(page).first().click();
      await page.locator('.prose p').first().waitFor();
      expect(await fontsOf(tab)).toEqual(['Literata']);
    }
    await page.locator('.prose pre code').waitFor();
    await page.setViewportSize(desktop);
    expect(await scale()).toEqual(sizes.desktop);
    expect(await charactersOfLine(page)).toBeGreaterThanOrEqual(60);
    expect(await charactersOfLine(page)).toBeLessThanOrEqual(70);
    for (const code of ['.prose p code', '.prose pre code'])
      expect((await sizeOf(code)) / (await sizeOf('.prose p'))).toBeCloseTo(0.85);
    await page.setViewportSize(phone);
    expect(await scale()).toEqual(sizes.phone);
  }
});
