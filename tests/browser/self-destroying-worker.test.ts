// @module-tag exhaustive: the way out, which no change passes by
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { draftsIn, entriesIn, isWaiting, openForm, press } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, comeBack, openDeployedSite } from './support/deployed-site.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { resetConnection } from './support/faults.ts';
import { field, fill, heading } from './support/screen.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

test('The self-destroying worker removes worker and caches, and no open page, draft or outbox entry', async () => {
  await using site = await openDeployedSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  const heal = site.misbehave('POST /blog/posts', resetConnection);
  await openForm(page, site);
  await press(page, 'Waits');
  await isWaiting(page);
  await fill(page, { 'Blog Content': 'Half written.' });
  await expect.poll(() => draftsIn(page)).toBe(1);
  await markDocument(page);

  await site.deploy(await site.buildWayOut());
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const registrationsOnComingBack = async () => {
    await comeBack(page);
    return registrations();
  };
  // A page that has just loaded does not listen yet.
  await expect.poll(registrationsOnComingBack, { interval: 1_000 }).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  expect(await isMarked(page)).toBe(true);
  expect(await field(page, 'Blog Content').inputValue()).toBe('Half written.');

  await tab.goto('/create');
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('Half written.');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  expect([await registrations(), await entriesIn(page), await buildOf(page)]).toEqual([0, 1, 'first']);
  heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => entriesIn(page), { timeout: scaled(40_000) }).toBe(0);
  await page.close();
  await site.stop();
  const next = await tab.context.newPage();
  await expect(next.goto(`${site.origin}/home`)).rejects.toThrow('ERR_CONNECTION_REFUSED');

  await site.start();
  await site.deploy(laterClient());
  await next.goto(`${site.origin}/home`);
  await waitUntilCached(next, site);
  await heading(next, 'All Blogs').waitFor();
});
