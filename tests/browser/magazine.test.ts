import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { openPictureHost } from './support/picture-host.ts';
import { button, cards, field, heading, main, offlineLine, openDisplayPreferences } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { beforeWorker, openAuthorTabOn, openTabOn } from './support/tab.ts';
import { isCached, openList } from './support/worker-ready.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const smallest = { width: 320, height: 640 };

const words = 'Some words of a text that goes on for a while. '.repeat(20);
const longTitle =
  'A title that is much longer than titles usually are, as some put half of what they have to say into it';

async function publishList(site: Site): Promise<void> {
  const author = await registerAuthor(site);
  for (const title of ['One', longTitle, 'Three', longTitle]) await publish(site, author, { title, content: words });
}

const top = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
const heightOfBar = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height;
const isOverflowing = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Returns how many cards the window shows in full height. */
const wholeCards = (page: Page) =>
  cards(page).evaluateAll(
    (all) =>
      all.map((card) => card.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
        .length,
  );

test('a phone shows 2 or more whole cards, text beside pictures, and the chosen filter', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { ...phone, ...beforeWorker });
  await publishList(site);
  for (const { viewport, least } of [
    { ...phone, least: 3 },
    { viewport: smallest, least: 2 },
  ]) {
    await page.setViewportSize(viewport);
    await tab.goto('/home');
    await cards(page).nth(3).waitFor();
    expect(await heightOfBar(page)).toBe(56);
    expect(await top(page, 'article')).toBeLessThan(260);
    expect(await wholeCards(page)).toBeGreaterThanOrEqual(least);
    for (const card of await cards(page).all()) {
      const [image, title] = [await card.locator('img').boundingBox(), await card.getByRole('heading').boundingBox()];
      expect([image?.width, image?.height]).toEqual([88, 88]);
      expect(title?.x).toBeGreaterThanOrEqual((image?.x ?? 0) + 88);
      // The title has three lines at most.
      const lines = card.getByRole('heading');
      expect(
        await lines.evaluate(
          (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        ),
      ).toBeLessThan(3.1);
    }
    const choices = page.getByRole('group', { name: 'Which posts' });
    expect((await choices.boundingBox())?.height).toBeLessThan(60);
    expect(await isOverflowing(page)).toBe(false);
  }

  const edges = (name: string) =>
    button(page, name).evaluate((chosen) => {
      const { left, right } = chosen.getBoundingClientRect();
      return chosen.getAttribute('aria-pressed') === 'true' && left >= 0 && right <= innerWidth;
    });
  for (const name of ['Following', 'On this device', 'All posts']) {
    await button(page, name).press('Enter');
    await expect.poll(() => edges(name)).toBe(true);
    expect(await button(page, name).evaluate((chosen) => chosen === document.activeElement)).toBe(true);
  }
  await button(page, 'Following').click();
  await page.reload();
  await expect.poll(() => edges('Following')).toBe(true);
});

/** Returns the number of rows in the bar, and the narrowest space between the words of two links, in pixels. */
const layoutOfBar = (page: Page) =>
  page.getByRole('banner').evaluate((bar) => {
    const partsOf = (selector: string) =>
      [...bar.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    const parts = partsOf('.bar-product, .bar-links > a, .bar-user .button, .look');
    const middles = parts.map(({ top, height }) => top + height / 2).sort((a, b) => a - b);
    const words = [...bar.querySelectorAll('.bar-links > a')].map((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect();
    });
    return {
      rows: middles.filter((middle, index) => middle - (middles[index - 1] ?? -Infinity) > 15).length,
      space: Math.min(...words.slice(1).map(({ left }, index) => left - (words[index]?.right ?? 0))),
    };
  });

const barSizes = [
  { width: 305, size: '100%', most: 1, least: 2 },
  { width: 320, size: '100%', most: 1, least: 5 },
  { width: 390, size: '100%', most: 1, least: 7 },
  { width: 320, size: '137.5%', most: 2, least: 5 },
  { width: 390, size: '137.5%', most: 2, least: 7 },
  { width: 320, size: '200%', most: 2, least: 5 },
  { width: 390, size: '200%', most: 2, least: 7 },
];

test('the bar has one row on a phone, and at most two if the text is larger', async () => {
  const { tab, page } = await openAuthorTabOn(openOwnSite, { ...phone, ...beforeWorker });
  await tab.goto('/nowhere');
  await button(page, 'Ada').waitFor();
  for (const { width, size, most, least } of barSizes) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    const { rows, space } = await layoutOfBar(page);
    expect(rows, `rows at ${width} px and ${size}`).toBeLessThanOrEqual(most);
    expect(space, `pixels between links at ${width} px and ${size}`).toBeGreaterThanOrEqual(least);
  }
});

test('a post shows a picture only if its author chose one, and enlarges it on a click', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { ...phone, ...beforeWorker });
  const author = await registerAuthor(site);
  const plain = await publish(site, author, { title: 'Words alone', content: words });
  const imgUrl = `${site.origin}/icons/icon-512.png`;
  const illustrated = await publish(site, author, { title: 'With a picture', content: words, imgUrl });
  await tab.goto(`/blog/${plain}`);
  await heading(page, 'Words alone').waitFor();
  expect(await main(page).locator('img').count()).toBe(0);
  expect(await top(page, '.prose')).toBeLessThan(420);

  await tab.goto(`/blog/${illustrated}`);
  const picture = button(page, 'See the whole picture');
  await picture.waitFor();
  expect(await top(page, 'main h1')).toBeLessThan((await picture.boundingBox())?.y ?? 0);
  expect(await picture.locator('img').evaluate((image) => getComputedStyle(image).objectFit)).toBe('scale-down');
  await button(page, 'Copy link').waitFor();
  await picture.click();
  const whole = page.getByRole('dialog', { name: 'The whole picture' });
  await whole.locator('img').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => whole.count()).toBe(0);
});

test('a phone hides the bar on scrolling down, and shows it on scrolling up or focus', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, { ...phone, ...beforeWorker, reducedMotion: 'reduce' });
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'Long', content: `${words}\n\n`.repeat(20) });
  await tab.goto(`/blog/${id}`);
  await button(page, 'Copy link').waitFor();
  const bottomOfBar = () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom);
  const move = (distance: number) => page.evaluate((by) => scrollBy(0, by), distance);
  await move(600);
  await expect.poll(bottomOfBar).toBeLessThanOrEqual(0);
  await move(-100);
  await expect.poll(bottomOfBar).toBe(56);
  await move(400);
  await expect.poll(bottomOfBar).toBeLessThanOrEqual(0);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).focus();
  await expect.poll(bottomOfBar).toBe(56);
});

test('the app says within 3 s that it is offline, and how old the shown posts are', async () => {
  const { site, tab, page } = await openTabOn(openOwnSite, phone);
  await publishList(site);
  await openList(tab, site);
  await site.stop();
  await page.reload();
  await offlineLine(page).waitFor({ timeout: 3_000 });
  const line = await offlineLine(page).boundingBox();
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(await top(page, 'main h1'));
  expect(await offlineLine(page).textContent()).toBe('Offline. Showing what is on this device.');

  await page.clock.install({ time: Date.now() + 2.5 * 60 * 60 * 1000 });
  await page.reload();
  await expect.poll(() => offlineLine(page).textContent()).toBe('Offline. Showing posts from 2 hours ago.');

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await field(page, 'Password').waitFor();
  await main(page).getByText('Offline. Logging in needs a connection.').waitFor();
});

test('the app says that it is offline even while a picture is still loading', async () => {
  await using pictures = await openPictureHost();
  const { site, tab, page } = await openTabOn(openOwnSite, phone);
  const imgUrl = `http://127.0.0.1:${pictures.port}/picture.svg`;
  await publish(site, await registerAuthor(site), { title: 'One', imgUrl });
  await openList(tab, site);
  await expect.poll(() => isCached(page, imgUrl)).toBe(true);
  await page.evaluate(async (url) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(url, { ignoreVary: true });
  }, imgUrl);
  pictures.hold('/picture.svg');
  await site.stop();
  await page.reload({ waitUntil: 'commit' });
  await offlineLine(page).waitFor({ timeout: 3_000 });
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('a missing picture in a post becomes the placeholder and keeps its size', async () => {
  const { site, tab } = await openTabOn(openOwnSite, { ...phone, serviceWorkers: 'block' });
  const gone = `/images/${'0'.repeat(64)}-300x200.webp`;
  const content = `![One](${gone})\n\n![Two](${site.origin}/nothing.png)\n\nWords.`;
  const id = await publish(site, await registerAuthor(site), { title: 'Gone', content });
  await tab.goto(`/blog/${id}`);
  const images = main(tab.page).locator('.prose img');
  const shown = () =>
    images.evaluateAll((all) =>
      all.map((image) => [image.getAttribute('src'), Reflect.get(image, 'naturalWidth') > 0]),
    );
  await expect.poll(shown).toEqual(Array(2).fill([placeholder, true]));
  expect(await images.first().boundingBox()).toMatchObject({ width: 300, height: 200 });
});

/** Returns the elements that extend beyond the window's sides, except the row of filters, which scrolls sideways. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root :not(.list-tools *, .visually-hidden, .skip-link, .floating-icons *)')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );

test('no text is cut off on a phone at twice the font size', async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite, { ...phone, ...beforeWorker });
  const id = await publish(site, author, { title: 'A title', content: words });
  for (const path of ['/', '/home', '/myBlogs', '/create', '/account', `/blog/${id}`]) {
    await tab.goto(path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await button(page, 'Ada').click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect([path, await cutOff(page), await isOverflowing(page)]).toEqual([path, [], false]);
    await page.keyboard.press('Escape');
    await openDisplayPreferences(page);
    expect([path, await cutOff(page)]).toEqual([path, []]);
  }
});

test("with forced colours, only the current page's link is highlighted", async () => {
  const { tab, page } = await openTabOn(openOwnSite, { ...phone, ...beforeWorker, forcedColors: 'active' });
  await tab.goto('/home');
  const colours = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name, exact: true })
      .evaluate((link) => {
        const { color, backgroundColor, borderTopColor } = getComputedStyle(link);
        return { color, backgroundColor, borderTopColor };
      });
  const system = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    const resolve = (name: string) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    };
    const [highlight, highlightText, canvas] = ['Highlight', 'HighlightText', 'Canvas'].map(resolve);
    probe.remove();
    return { highlight, highlightText, canvas };
  });
  expect(await colours('Home')).toMatchObject({ color: system.highlightText, backgroundColor: system.highlight });
  expect(await colours('My Blogs')).toMatchObject({ borderTopColor: system.canvas });
});
