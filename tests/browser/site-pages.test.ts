import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { putPage } from '../../src/server/site/put-page.ts';
import { setSetting } from '../../src/server/site/site-settings.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { appHasStarted, heading, isAt, navigate, shows } from './support/screen.ts';
import { openOperatedSite } from './support/site.ts';
import { beforeWorker, openTabOn, troubles } from './support/tab.ts';
import { isCached, openList } from './support/worker-ready.ts';

const imprint = `# Who writes here

Leila, in *Cairo*.

\`\`\`js
const a = 1;
\`\`\`
`;

/** Adds an imprint, terms whose title is longer than a line on a phone, and a link to the terms in the footer. */
async function putPages(store: Store): Promise<void> {
  await putPage(store, 'imprint', imprint);
  await putPage(store, 'terms', `# ${'Nutzungsbedingungen'.repeat(6)}\n\nBe kind.`);
  await setSetting(store, 'link.terms', 'terms');
}

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Waits until all of the operator's pages are cached. */
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

test("the app hydrates an operator's page, and opens other pages without a reload", async () => {
  const { site, tab, page } = await openTabOn(openOperatedSite, {
    ...beforeWorker,
    viewport: { width: 320, height: 640 },
  });
  await putPages(site.store);
  const isTooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await tab.goto('/page/imprint');
  await appHasStarted(page);
  expect(await page.title()).toBe('Who writes here · Storyline');
  await heading(page, 'Who writes here').waitFor();
  await expect.poll(() => page.locator('.prose pre code span').count()).toBeGreaterThan(0);
  await shows(page, 'Cairo');
  expect(await isTooWide()).toBe(false);
  expect(troubles(tab)).toEqual([]);

  await tab.goto('/login');
  await appHasStarted(page);
  await markDocument(page);
  await footerLink(page, 'Who writes here').click();
  await heading(page, 'Who writes here').waitFor();
  await expect.poll(() => page.title()).toBe('Who writes here · Storyline');
  await shows(page, 'Cairo');
  await footerLink(page, 'Terms & Conditions').click();
  await isAt(page, '/page/terms');
  await shows(page, 'Be kind.');
  expect(await isTooWide()).toBe(false);
  await navigate(page, '/page/nowhere');
  await heading(page, 'Not Found').waitFor();
  await expect.poll(() => page.title()).toContain('Not Found');
  expect(await isMarked(page)).toBe(true);
});

test("the operator's pages open offline, with the newest text that was loaded", async () => {
  const { site, tab, page } = await openTabOn(openOperatedSite);
  await putPages(site.store);
  await openList(tab, site);
  await hasPages(page, site.origin);
  await site.stop();
  await footerLink(page, 'Who writes here').click();
  await shows(page, 'Cairo');
  for (const [path, text] of [
    ['/page/imprint', 'Cairo'],
    ['/page/terms', 'Be kind.'],
  ] as const) {
    await page.goto(site.origin + path);
    await shows(page, text);
  }

  await site.start();
  await putPage(site.store, 'imprint', '# Who writes here\n\nLeila, in Alexandria.');
  await expect
    .poll(async () => {
      await page.goto(`${site.origin}/page/imprint`);
      await page.locator('.prose').waitFor();
      return page.locator('.prose').textContent();
    })
    .toBe('Leila, in Alexandria.');
  await site.stop();
  await page.goto(`${site.origin}/page/imprint`);
  await shows(page, 'Leila, in Alexandria.');
});

test("the app says that an operator's page is not on this device, and then loads it", async () => {
  const { site, tab } = await openTabOn(openOperatedSite, beforeWorker);
  await putPages(site.store);
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
