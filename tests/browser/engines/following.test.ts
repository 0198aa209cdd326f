// @module-tag exhaustive: following.test.ts stands for it in npm test
import { expect } from 'vitest';
import { type Author, publish } from '../support/authors.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { goBack, hasStarted, listShows, openList, shows, visit } from './support/screen.ts';

const following = { role: 'button', name: 'Following' } as const;

/** Returns the number of new posts that the button "Following" shows, or `none`. */
const counted = (tab: EngineTab) =>
  tab.evaluate(() => document.querySelector('main button.following')?.getAttribute('data-new') ?? 'none');

/** Returns the titles of the posts that are marked as new. */
const marked = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main article:has(.new) h2')].map(({ textContent }) => textContent));

/** Follows the author on the author page. */
async function followAuthor(tab: EngineTab, site: Site, { userId }: Author): Promise<void> {
  await visit(tab, `${site.origin}/author/${userId}`);
  await hasStarted(tab);
  await tab.click({ role: 'button', name: 'Follow' });
  const buttons = () =>
    tab.evaluate(() => [...document.querySelectorAll('main button')].map(({ textContent }) => textContent.trim()));
  await expect.poll(buttons).toContain(following.name);
}

async function openFollowing(tab: EngineTab, site: Site): Promise<void> {
  await visit(tab, `${site.origin}/home`);
  await hasStarted(tab);
  await tab.click(following);
}

inEachEngine("the app marks and counts a followed author's new post until it is opened", async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'Before' });
  await openList(tab, site);
  await followAuthor(tab, site, author);
  await publish(site, author, { title: 'Since', content: 'All of it.' });

  await visit(tab, `${site.origin}/home`);
  await expect.poll(() => counted(tab)).toBe('1');
  await tab.click(following);
  await listShows(tab, ['Since', 'Before']);
  // Polls, because the list of all posts has the same titles, without marks, and may still be shown.
  await expect.poll(() => marked(tab)).toEqual(['Since']);

  await site.stop();
  await openFollowing(tab, site);
  await listShows(tab, ['Since', 'Before']);
  await expect.poll(() => marked(tab)).toEqual(['Since']);
  await tab.click({ role: 'link', name: 'Since' });
  // The card contains the post's text too, so wait for the document's title.
  await expect.poll(() => tab.evaluate(() => document.title)).toContain('Since');
  await shows(tab, 'All of it.');
  await goBack(tab);
  await expect.poll(() => marked(tab)).toEqual([]);
  await openFollowing(tab, site);
  await listShows(tab, ['Since', 'Before']);
  await expect.poll(() => marked(tab)).toEqual([]);
  expect(await counted(tab)).toBe('none');
});
