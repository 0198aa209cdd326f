import { expect } from 'vitest';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import {
  hasStarted,
  isAt,
  isMarked,
  listShows,
  mark,
  openList,
  pressAccepted,
  shows,
  textOf,
  visit,
} from './support/screen.ts';

const footer = [
  ...['Dev Links', 'App', 'Report'],
  ...['Legal', 'Terms & Conditions', 'Privacy Policy', 'Refund & Cancellation'],
];

const footerOf = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('footer :is(h2, nav a)')].map((part) => part.textContent.trim()));

const labelsIn = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main label')].map(({ textContent }) => textContent.trim()));

const storedKeys = (tab: EngineTab) => tab.evaluate(() => Object.keys({ ...localStorage }).sort());

inEachEngine('every screen shows a new author the texts that the specification requires', async (openProfile) => {
  const { site, tab } = await openReader(openProfile, openOwnSite);
  await openList(tab, site);
  await shows(tab, 'No blogs available at the moment.');
  await visit(tab, `${site.origin}/myBlogs`);
  await shows(tab, 'User not logged in.');
  // Waits until the app has started: the server's page already contains these words, before the app opens its database.
  await hasStarted(tab);
  await visit(tab, `${site.origin}/profile`);
  await shows(tab, 'Not Found');

  await tab.click({ role: 'link', name: 'Storyline' });
  await shows(tab, 'every line of code tells a story');
  expect(await footerOf(tab)).toEqual(footer);
  await tab.click({ role: 'link', name: 'Start Reading' });
  await isAt(tab, '/home');
  await shows(tab, 'All Blogs');
  await tab.click({ role: 'link', name: 'My Blogs' });
  await isAt(tab, '/login');
  await shows(tab, 'Welcome back');
  expect(await labelsIn(tab)).toEqual(['Email', 'Password']);
  await tab.click({ role: 'link', name: 'Register' });
  await shows(tab, 'Welcome to Storyline');
  await shows(tab, 'Log in to create and share blogs!');
  expect(await labelsIn(tab)).toEqual(['Name', 'Email', 'Password']);
  await tab.type('Name', 'Grace');
  await tab.type('Email', 'grace@example.com');
  await tab.type('Password', 'correct horse battery');
  await mark(tab);
  await tab.click({ role: 'button', name: 'Login' });
  await isAt(tab, '/home');

  await tab.click({ role: 'button', name: 'Grace' });
  // Registering must load no document.
  expect(await isMarked(tab)).toBe(true);
  expect(await storedKeys(tab)).toEqual(['token', 'userId']);
  await tab.click({ role: 'link', name: 'grace@example.com' });
  await isAt(tab, '/profile');
  await tab.click({ role: 'link', name: 'Create' });
  await shows(tab, 'Create New Blog');
  await expect.poll(() => labelsIn(tab)).toEqual(['Blog Heading', 'Image URL', 'Blog Content']);
  await pressAccepted(tab, 'A post');

  await tab.click({ role: 'link', name: 'Home' });
  // Waits for the list, because the Create screen has a link of the same name.
  await listShows(tab, ['A post']);
  await tab.click({ role: 'link', name: 'A post' });
  await shows(tab, 'A post, at length.');
  await shows(tab, 'By grace@example.com');
  expect(await textOf(tab)).toContain(await tab.evaluate(() => new Date().toLocaleDateString()));
  await tab.click({ role: 'link', name: 'My Blogs' });
  await listShows(tab, ['A post']);
  await tab.click({ role: 'link', name: 'Account' });
  await isAt(tab, '/account');
  await shows(tab, 'This device');
  await tab.type('Current password', 'correct horse battery');
  await tab.type('New password', 'staple that battery');
  await tab.click({ role: 'button', name: 'Change password' });
  await shows(tab, 'You are logged out everywhere but here.');
  await tab.click({ role: 'link', name: 'My Blogs' });
  await listShows(tab, ['A post']);
  await tab.click({ role: 'button', name: 'Delete A post' });
  await shows(tab, 'You have not written any blogs yet.');
  await tab.click({ role: 'button', name: 'Grace' });
  await mark(tab);
  await tab.click({ role: 'button', name: 'Logout' });
  await isAt(tab, '/login');
  await expect.poll(() => isMarked(tab)).toBe(false);
  expect(await storedKeys(tab)).toEqual(['userId']);
});
