import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { setIcon } from '../../src/server/domain/site/icon.ts';
import { setSetting, unsetSetting } from '../../src/server/domain/site/settings.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { appHasStarted, heading, listShows, openDisplayPreferences } from './support/screen.ts';
import { openOperatedSite, openOwnSite } from './support/site.ts';
import { openAuthorTab, openTab, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const name = 'مدونة ليلى';

const settings = { name, tagline: 'كلمات قليلة', description: 'عن القاهرة', language: 'ar', accent: '#0055aa' };

async function setAll(store: Store): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await setSetting(store, key, value);
  await setIcon(
    store,
    await sharp({ create: { width: 512, height: 512, channels: 3, background: '#0055aa' } })
      .png()
      .toBuffer(),
  );
}

/** Notes whether the product's own name is ever in the page, from its first byte. */
const watchForProduct = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      if (/Storyline/.test(`${document.title} ${document.body?.textContent ?? ''}`))
        Object.assign(globalThis, { hasFlashed: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });

async function expectDressed({ page }: Tab, itsName = name): Promise<void> {
  await page.locator('.bar-product', { hasText: itsName }).waitFor();
  await page.locator('#root[data-started]').waitFor();
  await expect.poll(() => page.title()).toContain(itsName);
  const found = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    accent: getComputedStyle(document.querySelector('.bar .button') ?? document.body).backgroundColor,
    hasIcon: (document.querySelector<HTMLImageElement>('.bar-product img')?.naturalWidth ?? 0) > 0,
    favicon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.type,
    hasFlashed: 'hasFlashed' in globalThis,
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  expect(found).toEqual({
    lang: 'ar',
    dir: 'rtl',
    accent: 'rgb(0, 85, 170)',
    hasIcon: true,
    favicon: 'image/png',
    hasFlashed: false,
    isTooWide: false,
  });
}

test('a site has its own name, language, colour and icon at the first visit, without a network, and from its first paint', async () => {
  await using site = await openOperatedSite();
  await setAll(site.store);
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await using tab = await openTab(site, { colorScheme: 'light' });
  const errors: string[] = [];
  tab.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await watchForProduct(tab.page);
  await tab.goto('/home');
  await listShows(tab.page, ['A post']);
  await expectDressed(tab);
  await waitUntilCached(tab.page, site);
  await site.stop();
  for (const path of ['/home', '/login', '/']) {
    await tab.page.goto(site.origin + path);
    await expectDressed(tab);
  }
  await heading(tab.page, settings.tagline).waitFor();
  expect(errors.filter((text) => /Content.Security.Policy|Trusted/i.test(text))).toEqual([]);
});

test('a changed setting reaches a reader with the next page that is loaded, without a new build', async () => {
  await using site = await openOperatedSite();
  await using tab = await openTab(site, { colorScheme: 'light' });
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
    await expectDressed(tab);
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

test('Chromium reads the manifest of a site without errors, and of a reader who comes back', async () => {
  await using site = await openOperatedSite();
  await setAll(site.store);
  await using tab = await openTab(site);
  for (const visit of ['first', 'second']) {
    await tab.goto('/home');
    await waitUntilCached(tab.page, site);
    const session = await tab.page.context().newCDPSession(tab.page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect([visit, errors]).toEqual([visit, []]);
    const { lang, dir, ...manifest } = JSON.parse(data);
    expect([manifest.name, manifest.short_name, manifest.description, lang, dir]).toEqual([
      name,
      name,
      settings.description,
      'ar',
      'rtl',
    ]);
  }
});

test.for(['light', 'dark'] as const)(
  'words can be read in the own colour, by the rules of axe: %s',
  async (colorScheme) => {
    await using site = await openOperatedSite();
    await setAll(site.store);
    await publish(site, await registerAuthor(site), { title: 'A post' });
    await using tab = await openTab(site, { colorScheme });
    for (const path of ['/', '/home', '/login']) {
      await tab.goto(path);
      await tab.page.locator('#root[data-started]').waitFor();
      await tab.page.evaluate(axe.source);
      const found: { id: string; nodes: { html: string }[] }[] = await tab.page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
      );
      expect([path, found]).toEqual([path, []]);
    }
  },
);

test('what opens from the bar stays on the screen where a language runs from right to left', async () => {
  await using site = await openOperatedSite();
  await setSetting(site.store, 'language', 'ar');
  await using tab = await openAuthorTab(site, { viewport: { width: 320, height: 640 } });
  await tab.goto('/home');
  await appHasStarted(tab.page);
  const expectOnScreen = async (opened: Locator) => {
    const { x = -1, width = 0 } = (await opened.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 320]).toEqual([true, true]);
  };
  await openDisplayPreferences(tab.page);
  await expectOnScreen(tab.page.locator('.look-choice'));
  await tab.page.keyboard.press('Escape');
  await tab.page.locator('.user-menu > .button').click();
  await expectOnScreen(tab.page.locator('.menu'));
});

test('without settings a page has nothing of them', async () => {
  await using site = await openOwnSite();
  for (const path of ['/', '/home', '/login']) {
    const html = await (await fetch(site.origin + path)).text();
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(
      /id="site"|site-icons|:root\{--accent:light-dark\([^)]*\);--on-accent:[^;]*;--accent-wash:[^;}]*\}</,
    );
  }
});
