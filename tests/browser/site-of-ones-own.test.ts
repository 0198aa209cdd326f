import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setIcon } from '../../src/server/site/site-icon.ts';
import { setSetting, unsetSetting } from '../../src/server/site/site-settings.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { openInstalledApp } from './support/installed-app.ts';
import { blueIcon } from './support/photos.ts';
import { appHasStarted, heading, listShows, openDisplayPreferences } from './support/screen.ts';
import { openOperatedSite } from './support/site.ts';
import { beforeWorker, openAuthorTabOn, openTabOn, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const name = 'مدونة ليلى';

const settings = { name, tagline: 'كلمات قليلة', description: 'عن القاهرة', language: 'ar', accent: '#0055aa' };

async function setAll(store: Store): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await setSetting(store, key, value);
  await setIcon(store, await blueIcon());
}

/** Sets `hasFlashed` if the page ever contains the name Storyline, instead of the name that the operator has set. */
const watchForProduct = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      if (/Storyline/.test(`${document.title} ${document.body?.textContent ?? ''}`))
        Object.assign(globalThis, { hasFlashed: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** Runs in the page. Returns the computed accent colour. */
function accentHere(): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--accent)';
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

async function expectSiteSettings({ page }: Pick<Tab, 'page'>, itsName = name): Promise<void> {
  await page.locator('.bar-product', { hasText: itsName }).waitFor();
  await page.locator('#root[data-started]').waitFor();
  await expect.poll(() => page.title()).toContain(itsName);
  const found = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    hasIcon: (document.querySelector<HTMLImageElement>('.bar-product img')?.naturalWidth ?? 0) > 0,
    favicon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.type,
    hasTouchIcon: document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href.includes('/site-icons/'),
    hasFlashed: 'hasFlashed' in globalThis,
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  expect(await page.evaluate(accentHere)).toBe('rgb(0, 85, 170)');
  expect(found).toEqual({
    lang: 'ar',
    dir: 'rtl',
    hasIcon: true,
    favicon: 'image/png',
    hasTouchIcon: true,
    hasFlashed: false,
    isTooWide: false,
  });
}

test("pages show the operator's settings from the first paint on, also offline", async () => {
  const { site, tab } = await openTabOn(openOperatedSite, { colorScheme: 'light' });
  await setAll(site.store);
  await publish(site, await registerAuthor(site), { title: 'A post' });
  const errors: string[] = [];
  tab.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await watchForProduct(tab.page);
  await tab.goto('/home');
  await listShows(tab.page, ['A post']);
  await expectSiteSettings(tab);
  await waitUntilCached(tab.page, site);
  await site.stop();
  for (const path of ['/home', '/login', '/']) {
    await tab.page.goto(site.origin + path);
    await expectSiteSettings(tab);
  }
  await heading(tab.page, settings.tagline).waitFor();
  expect(errors.filter((text) => /Content.Security.Policy|Trusted/i.test(text))).toEqual([]);
});

test('the app applies changed settings on the next page load, without a new build', async () => {
  const { site, tab } = await openTabOn(openOperatedSite, { colorScheme: 'light' });
  await tab.goto('/home');
  await waitUntilCached(tab.page, site, '/site.json');
  expect(await tab.page.locator('.bar-product').textContent()).toContain('Storyline');
  await setAll(site.store);
  await tab.page.goto(`${site.origin}/login`);
  await tab.page.locator('.bar-product', { hasText: name }).waitFor();
  await expect.poll(() => tab.page.title()).toContain(name);
  await expect.poll(() => tab.page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  for (const path of ['/home', '/login']) {
    await tab.page.goto(site.origin + path);
    await expectSiteSettings(tab);
  }
  for (const key of [...Object.keys(settings), 'icon']) await unsetSetting(site.store, key);
  await tab.page.goto(`${site.origin}/register`);
  await tab.page.locator('.bar-product', { hasText: 'Storyline' }).waitFor();
  const found = await tab.page.evaluate(() => {
    const { lang, dir, style } = document.documentElement;
    return [lang, dir, style.length];
  });
  expect(found).toEqual(['en', '', 0]);
});

test("the installed app has the operator's name and settings, also offline", async () => {
  await using site = await openOperatedSite();
  await setAll(site.store);
  await using app = await openInstalledApp(site);
  const first = await app.open('/home');
  const session = await first.context().newCDPSession(first);
  for (const visit of ['first', 'second']) {
    await waitUntilCached(first, site);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect([visit, errors]).toEqual([visit, []]);
    const { name: itsName, short_name, description, lang, dir } = JSON.parse(data);
    expect([itsName, short_name, description, lang, dir]).toEqual([name, name, settings.description, 'ar', 'rtl']);
    await first.goto(`${site.origin}/home`);
  }
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  await app.close();
  await site.stop();
  const later = await app.open('/home');
  await expectSiteSettings({ page: later });
  await later.goto(`${site.origin}/login`);
  await expectSiteSettings({ page: later });
});

test('menus open below their buttons on a right-to-left page', async () => {
  const { site, tab, page } = await openAuthorTabOn(openOperatedSite, beforeWorker);
  await setSetting(site.store, 'language', 'ar');
  const expectBelow = async (width: number, button: Locator, opened: Locator) => {
    const [pressed, { x = -1, width: wide = 0 } = {}] = [
      await button.boundingBox(),
      (await opened.boundingBox()) ?? {},
    ];
    const middle = (pressed?.x ?? -1) + (pressed?.width ?? 0) / 2;
    expect([width, x >= 0, x + wide <= width, x < middle, middle < x + wide]).toEqual([width, true, true, true, true]);
  };
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    await tab.goto('/home');
    await appHasStarted(page);
    await openDisplayPreferences(page);
    await expectBelow(width, page.locator('.look > button'), page.locator('.drop'));
    await page.keyboard.press('Escape');
    const user = page.locator('.user-menu > .button');
    await user.click();
    await expectBelow(width, user, page.locator('.drop'));
  }
});

/** Returns where the first and last characters of an element are painted, in pixels from the left. */
const edgesOf = (words: Locator) =>
  words.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) if (node.textContent?.trim()) nodes.push(node);
    const leftOf = (node: Node | undefined, at: number) => {
      const range = document.createRange();
      if (!node) return Number.NaN;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    const last = nodes.at(-1);
    return { first: leftOf(nodes[0], 0), last: leftOf(last, (last?.textContent?.trimEnd().length ?? 0) - 1) };
  });

test('English interface texts keep their word order on a right-to-left page', async () => {
  const { site, tab, page } = await openTabOn(openOperatedSite, beforeWorker);
  await setAll(site.store);
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'A post' });
  const id = await publish(site, author, { title: 'نص', content: 'كلمات' });
  for (const [path, words] of [
    ['/', page.locator('.landing-welcome')],
    ['/login', page.getByText('Forgot password?')],
    ['/register', page.getByText('Log in to create and share blogs!')],
    ['/home', page.getByText('min read').first()],
    [`/blog/${id}`, page.getByText('min read')],
  ] as const) {
    await tab.goto(path);
    await appHasStarted(page);
    const { first, last } = await edgesOf(words);
    expect([path, first < last]).toEqual([path, true]);
  }
  const sideOf = (words: Locator) =>
    words.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [box, drawn] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
      return drawn.left - box.left > box.right - drawn.right ? 'right' : 'left';
    });
  expect(await sideOf(heading(page, 'نص'))).toBe('right');
  await tab.goto('/home');
  await appHasStarted(page);
  expect(await sideOf(heading(page, 'All Blogs'))).toBe('right');
  expect(await sideOf(heading(page, 'A post'))).toBe('left');
  expect(await sideOf(heading(page, 'نص'))).toBe('right');
});

test("the operator's icon and accent do not change the bar's size or the error colour", async () => {
  const { site, tab, page } = await openTabOn(openOperatedSite, {
    ...beforeWorker,
    viewport: { width: 390, height: 844 },
  });
  const look = async () => {
    await tab.goto('/login');
    const styles = await page.locator('head style').allTextContents();
    await appHasStarted(page);
    return {
      styles,
      rest: {
        icon: await page.locator('.bar-product :is(svg, img)').boundingBox(),
        height: (await page.locator('.bar').boundingBox())?.height,
        danger: await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--danger')),
      },
    };
  };
  const before = await look();
  await setIcon(site.store, await blueIcon());
  await setSetting(site.store, 'accent', '#0055aa');
  const after = await look();
  expect(after.rest).toEqual(before.rest);
  await page.locator('.bar-product img').waitFor();
  // The site's style uses only CSS functions that the built styles use, too.
  const functionsOf = (style: string): string[] => style.match(/[\w-]+\(/g) ?? [];
  const [built = '', own = ''] = [before.styles.join(''), after.styles.at(-1)];
  expect(own).toContain('#0055aa');
  expect(functionsOf(built)).toEqual(expect.arrayContaining(functionsOf(own)));
  for (const [, name] of own.matchAll(/var\((--[\w-]+)/g)) expect(built).toContain(`${name}:initial`);
});
