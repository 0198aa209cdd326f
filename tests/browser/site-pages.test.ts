import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { putPage } from '../../src/server/site/put-page.ts';
import { setSetting } from '../../src/server/site/site-settings.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { appHasStarted, heading, isAt, navigate, shows } from './support/screen.ts';
import { openOperatedSite } from './support/site.ts';
import { beforeWorker, openTab, troubles } from './support/tab.ts';
import { isCached, waitUntilCached } from './support/worker-ready.ts';

const imprint = `# Who writes here

Leila, in *Cairo*.

\`\`\`js
const a = 1;
\`\`\`
`;

/** Puts an imprint, terms with a title longer than any line of a phone, and a link to the terms. */
async function putPages(store: Store): Promise<void> {
  await putPage(store, 'imprint', imprint);
  await putPage(store, 'terms', `# ${'Nutzungsbedingungen'.repeat(6)}\n\nBe kind.`);
  await setSetting(store, 'link.terms', 'terms');
}

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Waits until the device has the pages of the site that the footer names. */
const hasPages = (page: Page, origin: string) =>
  expect
    .poll(async () => {
      const site = await page.evaluate(async () => (await caches.match('/site.json'))?.json());
      const names: { name: string; tag: string }[] = site?.pages ?? [];
      const addresses = names.map(
        ({ name, tag }) => `${origin}/site-pages/${name}.json?${new URLSearchParams({ tag })}`,
      );
      return names.length > 0 && (await Promise.all(addresses.map((one) => isCached(page, one)))).every(Boolean);
    })
    .toBe(true);

test("the server renders a site's page on the first visit, and the app hydrates it", async () => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/page/imprint');
  await appHasStarted(tab.page);
  expect(await tab.page.title()).toBe('Who writes here · Storyline');
  await heading(tab.page, 'Who writes here').waitFor();
  await expect.poll(() => tab.page.locator('.prose pre code span').count()).toBeGreaterThan(0);
  await shows(tab.page, 'Cairo');
  expect(troubles(tab)).toEqual([]);
});

test('footer links open the pages within the app', async () => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/login');
  await appHasStarted(tab.page);
  await tab.page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await footerLink(tab.page, 'Who writes here').click();
  await heading(tab.page, 'Who writes here').waitFor();
  await expect.poll(() => tab.page.title()).toBe('Who writes here · Storyline');
  await shows(tab.page, 'Cairo');
  await footerLink(tab.page, 'Terms & Conditions').click();
  await isAt(tab.page, '/page/terms');
  await shows(tab.page, 'Be kind.');
  await navigate(tab.page, '/page/nowhere');
  await heading(tab.page, 'Not Found').waitFor();
  await expect.poll(() => tab.page.title()).toContain('Not Found');
  expect(await tab.page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
});

test('a reader who was online once can open every page offline', async () => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site);
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  await hasPages(tab.page, site.origin);
  await site.stop();
  await footerLink(tab.page, 'Who writes here').click();
  await shows(tab.page, 'Cairo');
  for (const [path, text] of [
    ['/page/imprint', 'Cairo'],
    ['/page/terms', 'Be kind.'],
  ] as const) {
    await tab.page.goto(site.origin + path);
    await shows(tab.page, text);
  }
});

test('shows a returning reader the changed page, also offline afterwards', async () => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site);
  await tab.goto('/page/imprint');
  await waitUntilCached(tab.page, site, '/site.json');
  await hasPages(tab.page, site.origin);
  await putPage(site.store, 'imprint', '# Who writes here\n\nLeila, in Alexandria.');
  await expect
    .poll(async () => {
      await tab.page.goto(`${site.origin}/page/imprint`);
      await tab.page.locator('.prose').waitFor();
      return tab.page.locator('.prose').textContent();
    })
    .toBe('Leila, in Alexandria.');
  await site.stop();
  await tab.page.goto(`${site.origin}/page/imprint`);
  await shows(tab.page, 'Leila, in Alexandria.');
});

test('says that a page is not on the device, and loads it once the network is back', async () => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/blog/nowhere');
  await appHasStarted(tab.page);
  const held = Promise.withResolvers<void>();
  await tab.page.route('**/site-pages/**', async (route) => {
    await held.promise;
    await route.abort();
  });
  await footerLink(tab.page, 'Who writes here').click();
  await heading(tab.page, 'Who writes here').waitFor();
  await shows(tab.page, 'Loading page...');
  held.resolve();
  await tab.page.getByRole('status').filter({ hasText: 'This page is not on this device' }).waitFor();
  await tab.page.unroute('**/site-pages/**');
  await shows(tab.page, 'Cairo');
});

test.for(['light', 'dark'] as const)("a site's page fits a phone without axe violations: %s", async (colorScheme) => {
  await using site = await openOperatedSite();
  await putPages(site.store);
  await using tab = await openTab(site, { ...beforeWorker, colorScheme, viewport: { width: 320, height: 640 } });
  for (const path of ['/page/imprint', '/page/terms']) {
    await tab.goto(path);
    await appHasStarted(tab.page);
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect([path, await tab.page.evaluate(isTooWide)]).toEqual([path, false]);
    await tab.page.evaluate(axe.source);
    const found: string[] = await tab.page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`,
    );
    expect([path, found]).toEqual([path, []]);
  }
});
