// @module-tag promise
import { expect } from 'vitest';
import { backendHas } from '../support/authoring.ts';
import { openOwnSite } from '../support/site.ts';
import { inEachEngineOnGate } from './support/engines.ts';
import { openAuthor, openReader } from './support/opening.ts';
import {
  isWaiting,
  listShows,
  nothingPending,
  openForm,
  press,
  pressAccepted,
  shows,
  titlesIn,
  visit,
  waitUntilCached,
} from './support/screen.ts';
import { visitList } from './support/visit-list.ts';

// In Firefox and WebKit, `npm test` runs only this file: reading and writing offline, and publishing once.
// `npm run test:all` runs the whole folder in every engine.

/** A text on each screen, by the screen's path. Leaves out the list and the post. */
const screens = {
  '/': 'every line of code tells a story',
  '/register': 'Welcome to Storyline',
  '/login': 'Welcome back',
  '/create': 'Create New Blog',
  '/myBlogs': 'My Blogs',
  '/profile': 'Not Found',
};

inEachEngineOnGate('after one visit, every screen and an unread post open without a server', async (openProfile) => {
  const opening = await openReader(openProfile, openOwnSite);
  const { site } = opening;
  const older = await visitList(opening);
  await site.stop();

  const later = await opening.openTab();
  await later.goto(`${site.origin}/home`);
  await listShows(later, ['Newer', 'Older']);
  expect(await later.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${site.origin}/worker.js`);
  await later.click({ role: 'link', name: 'Older' });
  await shows(later, 'Never opened.');
  await later.goto(`${site.origin}/blog/${older}`);
  await shows(later, 'Never opened.');
  for (const [path, text] of Object.entries(screens)) {
    await later.goto(site.origin + path);
    await shows(later, text);
  }
});

inEachEngineOnGate('a post submitted offline is at the top of My Blogs, and is published once', async (openProfile) => {
  const { site, author, tab } = await openAuthor(openProfile, openOwnSite);
  await openForm(tab, site);
  await pressAccepted(tab, 'Before');
  await backendHas(site, author, ['Before']);
  await visit(tab, `${site.origin}/myBlogs`);
  await waitUntilCached(tab, `${site.api}/blog/users/${author.userId}/posts`);
  await site.stop();

  await openForm(tab, site);
  await press(tab, 'Offline');
  await isWaiting(tab);
  await visit(tab, `${site.origin}/myBlogs`);
  await expect.poll(() => titlesIn(tab)).toEqual(['Offline', 'Before']);

  await site.start();
  await backendHas(site, author, ['Before', 'Offline']);
  await nothingPending(tab);
  await expect.poll(() => titlesIn(tab)).toEqual(['Offline', 'Before']);
});
