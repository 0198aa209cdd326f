// @module-tag exhaustive: compares pictures of screens, pixel by pixel
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { countDifferent } from './support/pixels.ts';
import { button, main, offlineLine, openDisplayPreferences } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

const phone = { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' } as const;

/** Publishes three posts, and returns the paths of the list and of one post. */
async function publishSome(site: Site): Promise<string[]> {
  const author = await registerAuthor(site);
  const imgUrl = `${site.origin}/icons/icon-512.png`;
  let id = '';
  for (const title of ['One', 'Two', 'Three']) {
    id = await publish(site, author, { title, imgUrl, content: 'A text of some length.\n\n'.repeat(30) });
  }
  return ['/home', `/blog/${id}`];
}

/** Returns a screenshot of the page. On one machine, pages that look the same give the same picture. */
async function picture(page: Page, hidden = ''): Promise<Buffer> {
  await main(page).getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async (selector) => {
    // Sets the style on each element, because the pages accept no added style sheet.
    for (const element of selector ? document.querySelectorAll<HTMLElement>(selector) : []) {
      element.style.visibility = 'hidden';
    }
    await Promise.all([...document.images].slice(0, 3).map((image) => image.decode()));
  }, hidden);
  return page.screenshot();
}

/** Returns screenshots by path. Online, visits each path twice, so that the second visit finds everything cached. */
async function picturesOf({ page }: Tab, paths: string[], isAway = false): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const path of isAway ? paths : [...paths, ...paths]) {
    await page.goto(path);
    if (path !== '/home') await button(page, 'Keep on this device').waitFor();
    if (isAway) await offlineLine(page).waitFor();
    pictures.set(path, await picture(page, '.connection, .notices'));
  }
  return pictures;
}

async function openKept(site: Site, colorScheme: 'light' | 'dark'): Promise<Tab> {
  const tab = await openTab(site, { ...phone, colorScheme });
  await openList(tab, site);
  return tab;
}

/** Returns how many pixels differ, by path. */
async function differences({ context }: Tab, one: Map<string, Buffer>, other: Map<string, Buffer>) {
  const counts: Record<string, number> = {};
  for (const [path, bytes] of one) {
    counts[path.slice(0, 5)] = await countDifferent(context, bytes, other.get(path) ?? Buffer.of());
  }
  return counts;
}
const none = { '/home': 0, '/blog': 0 };

test.for(['light', 'dark'] as const)(
  'hydration changes no pixel of a rendered page, except dates and buttons (%s)',
  async (colorScheme) => {
    await using site = await openOwnSite();
    const paths = await publishSome(site);
    const [rendered, run] = [new Map<string, Buffer>(), new Map<string, Buffer>()];
    for (const path of paths) {
      for (const pictures of [rendered, run]) {
        await using tab = await openTab(site, { ...phone, colorScheme, serviceWorkers: 'block' });
        if (pictures === rendered) await tab.context.route('**/*.js', (route) => route.abort());
        await tab.goto(path);
        // Hides dates and the buttons of a post: only the app shows them, in space that the page keeps free.
        pictures.set(path, await picture(tab.page, 'time, .post-actions > *'));
      }
    }
    await using blank = await openTab(site);
    expect(await differences(blank, rendered, run)).toEqual(none);
  },
);

test("a chosen dark theme looks the same as the device's dark theme", async () => {
  await using site = await openOwnSite();
  const paths = await publishSome(site);
  await using chosen = await openKept(site, 'light');
  const preferences = await openDisplayPreferences(chosen.page);
  await preferences.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect.poll(() => chosen.page.evaluate(async () => (await caches.match('/look'))?.text())).toContain('dark');
  // Moves the mouse away, so that it hovers over nothing.
  await chosen.page.mouse.move(0, 0);
  await using given = await openKept(site, 'dark');
  const pictures = await picturesOf(chosen, paths);
  expect(await differences(given, pictures, await picturesOf(given, paths))).toEqual(none);
});

test('cached screens look the same offline as online', async () => {
  await using site = await openOwnSite();
  const paths = await publishSome(site);
  await using tab = await openKept(site, 'light');
  const before = await picturesOf(tab, paths);
  await site.stop();
  expect(await differences(tab, before, await picturesOf(tab, paths, true))).toEqual(none);
});
