// @module-tag promise
import { expect, test } from 'vitest';
import { publish, registerAuthor, unpublish } from './support/authors.ts';
import { captivePortal, holdAnswer } from './support/faults.ts';
import { listShows } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTabOn, type Tab, troubles } from './support/tab.ts';
import { isCached, openList, waitUntilCached } from './support/worker-ready.ts';

/** Returns `<main>` of the document that the worker sends, before the app runs. */
async function documentOf(tab: Tab, path: string): Promise<string> {
  const response = await tab.page.goto(path);
  expect(response?.fromServiceWorker()).toBe(true);
  return /<main.*<\/main>/s.exec((await response?.text()) ?? '')?.[0] ?? '';
}

const pageIsKept = (tab: Tab, { origin }: Site) => expect.poll(() => isCached(tab.page, `${origin}/home`)).toBe(true);

test('a page shows the cached list before the app runs, also offline, then newer posts', async () => {
  const { site, tab } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  const old = await publish(site, ada, { title: 'Old' });
  await openList(tab, site);
  await pageIsKept(tab, site);

  await site.stop();
  expect(await documentOf(tab, '/home')).toContain('Old');
  await listShows(tab.page, ['Old']);
  expect(troubles(tab).filter(({ text }) => /hydrat|React error/i.test(text))).toEqual([]);

  const heal = site.misbehave('GET /blog/posts', holdAnswer);
  await site.start();
  await unpublish(site, ada, old);
  await publish(site, ada, { title: 'New' });
  expect(await documentOf(tab, '/home')).toContain('Old');
  await listShows(tab.page, ['Old']);
  heal();
  await listShows(tab.page, ['New']);
  await pageIsKept(tab, site);
  await site.stop();
  expect(await documentOf(tab, '/home')).not.toContain('Old');
  await listShows(tab.page, ['New']);
});

test("the app does not cache a captive portal's page as the list", async () => {
  const { site, tab } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'Real' });
  await tab.goto('/login');
  site.misbehave('GET /home', captivePortal);
  await tab.page.getByRole('link', { name: 'Home' }).click();
  await waitUntilCached(tab.page, site);
  await tab.page.waitForLoadState('networkidle');
  await site.stop();
  expect(await documentOf(tab, '/home')).not.toContain('Hotel');
  await listShows(tab.page, ['Real']);
});
