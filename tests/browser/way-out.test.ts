import { expect, test } from 'vitest';
import { draftsIn, entriesIn, isWaiting, openForm, press } from './authoring.ts';
import { registerAuthor } from './authors.ts';
import { buildOf, comeBack, openDeployedSite } from './deployed-site.ts';
import { isMarked, markDocument } from './document-load.ts';
import { drop } from './faults.ts';
import { field, fill, heading } from './screen.ts';
import { openTab } from './tab.ts';
import { kept } from './worker-ready.ts';

test('the way out removes worker and copies, and neither an open page, nor a draft, nor what waits', async () => {
  await using site = await openDeployedSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/home');
  await kept(page, site);
  const heal = site.misbehave('POST /blog/posts', drop);
  await openForm(page, site);
  await press(page, 'Waits');
  await isWaiting(page);
  await fill(page, { 'Blog Content': 'Half written.' });
  await expect.poll(() => draftsIn(page)).toBe(1);
  await markDocument(page);

  await site.deploy(await site.buildWayOut());
  await comeBack(page);
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  expect(await isMarked(page)).toBe(true);
  expect(await field(page, 'Blog Content').inputValue()).toBe('Half written.');

  await tab.goto('/create');
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('Half written.');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect([await registrations(), await entriesIn(page), await buildOf(page)]).toEqual([0, 1, 'first']);
  heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => entriesIn(page), { timeout: 40_000 }).toBe(0);
  await page.close();
  await site.stop();
  const next = await tab.context.newPage();
  await expect(next.goto(`${site.origin}/home`)).rejects.toThrow('ERR_CONNECTION_REFUSED');

  await site.start();
  await site.deploy(await site.buildLater());
  await next.goto(`${site.origin}/home`);
  await kept(next, site);
  await heading(next, 'All Blogs').waitFor();
});
