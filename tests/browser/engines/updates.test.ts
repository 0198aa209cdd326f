// @module-tag promise
import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { laterClient } from '../support/builds.ts';
import { openDeployedSite } from '../support/deployed-site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor, openReader } from './support/opening.ts';
import {
  draftsIn,
  isControlled,
  isMarked,
  listShows,
  mark,
  openForm,
  openList,
  shows,
  statusOf,
  valueIn,
  visit,
} from './support/screen.ts';

const buildOf = (tab: EngineTab) => tab.evaluate(() => String(Reflect.get(globalThis, 'build') ?? 'first'));

/** Simulates a return to the tab. The app then checks for a new version. */
const comeBack = (tab: EngineTab) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const isTold = (tab: EngineTab, text: string) => expect.poll(() => statusOf(tab)).toContain(text);

inEachEngine('Update reloads only the clicked tab; another tab keeps its old build and text', async (openProfile) => {
  const opening = await openReader(openProfile, openDeployedSite);
  const { site, author, tab } = opening;
  await publish(site, author, { title: 'A post' });
  await openList(tab, site);
  const other = await opening.openTab();
  await openForm(other, site);
  await other.type('Blog Content', 'No word of it');
  await Promise.all([mark(tab), mark(other)]);
  await site.deploy(laterClient());
  // Only a visible tab checks for a new version, and Firefox hides a background tab.
  await comeBack(other);
  await isTold(tab, 'A new version is ready.');
  await isTold(other, 'A new version is ready.');
  expect([await isMarked(tab), await isMarked(other)]).toEqual([true, true]);

  await tab.click({ role: 'button', name: 'Update' });
  await expect.poll(() => buildOf(tab)).toBe('later');
  await listShows(tab, ['A post']);
  await site.stop();

  await other.type('Blog Content', ' is lost.');
  await other.click({ role: 'button', name: 'Update' });
  await isTold(other, 'There is text in this tab');
  expect([await isMarked(other), await valueIn(other, 'Blog Content')]).toEqual([true, 'No word of it is lost.']);
  await other.click({ role: 'link', name: 'Login' });
  await shows(other, 'Welcome back');
  expect([await isMarked(other), await buildOf(other)]).toEqual([true, 'first']);

  await other.click({ role: 'button', name: 'Update' });
  await expect.poll(() => buildOf(other)).toBe('later');
  await openForm(other, site);
  await expect.poll(() => valueIn(other, 'Blog Content')).toBe('No word of it is lost.');
});

inEachEngine('after a click on Later, a new tab opens the new version once the old tab closes', async (openProfile) => {
  const opening = await openReader(openProfile, openDeployedSite);
  const { site, author, tab } = opening;
  await publish(site, author, { title: 'A post' });
  await openList(tab, site);
  await site.deploy(laterClient());
  await comeBack(tab);
  await isTold(tab, 'A new version is ready.');
  await tab.click({ role: 'button', name: 'Later' });
  expect(await statusOf(tab)).not.toContain('A new version is ready.');
  await tab.reload();
  await isTold(tab, 'A new version is ready.');
  expect(await buildOf(tab)).toBe('first');
  // The browser would quit if its last tab closed.
  await opening.openTab();
  await tab.close();
  await site.stop();
  // The engine may take a moment to close the tab. While the tab is open, new tabs still load the first build.
  await expect
    .poll(async () => {
      const next = await opening.openTab();
      await next.goto(`${site.origin}/home`);
      await listShows(next, ['A post']);
      const build = await buildOf(next);
      await next.close();
      return build;
    })
    .toBe('later');
});

inEachEngine(
  "the kill-switch worker removes worker and caches, and keeps an open page's draft",
  async (openProfile) => {
    const { site, tab } = await openAuthor(openProfile, openDeployedSite);
    await openForm(tab, site);
    await tab.type('Blog Content', 'Half written.');
    await expect.poll(() => draftsIn(tab)).toBe(1);
    await mark(tab);
    await site.deploy(await site.buildKillSwitch());
    const registrations = () => tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    const registrationsOnComingBack = async () => {
      await comeBack(tab);
      return registrations();
    };
    // A page that has just loaded might not listen for the event yet, so dispatch it on each try.
    await expect.poll(registrationsOnComingBack, { interval: 1_000 }).toBe(0);
    await expect.poll(() => tab.evaluate(() => caches.keys())).toEqual([]);
    expect([await isMarked(tab), await valueIn(tab, 'Blog Content')]).toEqual([true, 'Half written.']);

    await visit(tab, `${site.origin}/create`);
    await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('Half written.');
    expect(await tab.evaluate(() => navigator.serviceWorker.controller === null)).toBe(true);
    expect(await registrations()).toBe(0);

    await site.deploy(laterClient());
    await visit(tab, `${site.origin}/home`);
    await isControlled(tab);
  },
);
