// @module-tag promise
import { expect } from 'vitest';
import { backendHas } from '../support/authoring.ts';
import { openOwnSite } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import { draftsIn, enter, openForm, shows, valueIn } from './support/screen.ts';

inEachEngine('the form restores typed text after a reload', async (openProfile) => {
  const { site, author, tab } = await openAuthor(openProfile, openOwnSite);
  await openForm(tab, site);
  await tab.type('Blog Heading', 'Half written');
  await tab.type('Blog Content', 'The first half.');
  await tab.reload();
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('The first half.');
  expect(await valueIn(tab, 'Blog Heading')).toBe('Half written');
  await tab.type('Image URL', 'half.png');
  await shows(tab, 'Draft saved on this device.');
  await tab.reload();
  await expect.poll(() => valueIn(tab, 'Image URL')).toBe('half.png');
  expect(await draftsIn(tab)).toBe(1);
  await backendHas(site, author, []);
});

inEachEngine('the form restores text typed half a second before the browser was killed', async (openProfile) => {
  const before = await openAuthor(openProfile, openOwnSite);
  const { site, author, profile } = before;
  await openForm(before.tab, site);
  await before.tab.type('Blog Heading', 'Half written');
  await before.tab.type('Blog Content', 'The first half.');
  // Half a second passes in the page, because a busy machine may delay the page's timers. Then `draftsIn` waits until
  // the database has carried out all requests that the app has made.
  await before.tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await draftsIn(before.tab);
  await before.kill();

  const { tab } = await profile.start();
  await enter(tab, site, author);
  await openForm(tab, site);
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('The first half.');
  expect(await valueIn(tab, 'Blog Heading')).toBe('Half written');
  expect(await draftsIn(tab)).toBe(1);
});
