import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { listShows, openDisplayPreferences } from './support/screen.ts';
import { holdScripts } from './support/scripts.ts';
import { openOwnSite, sites } from './support/site.ts';
import { beforeWorker, openTabOn, type Tab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { openList } from './support/worker-ready.ts';

const choose = (tab: Tab, label: string, option: string) =>
  tab.page.getByRole('banner').getByRole('combobox', { name: label }).selectOption(option);

const paperOf = (tab: Tab) => tab.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** Waits until the chosen theme and text size in Cache Storage contain the word. */
const displayIsStored = (tab: Tab, word: string) =>
  expect.poll(() => tab.page.evaluate(async () => (await caches.match('/look'))?.text())).toContain(word);

const dark = 'rgb(22, 24, 29)';
const light = 'rgb(251, 249, 244)';

testFirst(sites)("a chosen theme applies at once, and is in later pages' HTML ($backend backend)", async ({ open }) => {
  const { site, tab } = await openTabOn(open, { colorScheme: 'light' });
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'By night' });
  await openList(tab, site);
  expect(await paperOf(tab)).toBe(light);
  await openDisplayPreferences(tab.page);
  await choose(tab, 'Theme', 'Dark');
  await expect.poll(() => paperOf(tab)).toBe(dark);
  await choose(tab, 'Text', 'Large');
  await displayIsStored(tab, '"large"');

  for (const path of ['/home', '/login']) {
    const response = await tab.page.goto(path);
    expect(await response?.text()).toContain('<html data-theme="dark" data-text="large"');
    expect(await paperOf(tab)).toBe(dark);
  }
  await tab.goto('/home');
  await listShows(tab.page, ['By night']);
  await openDisplayPreferences(tab.page);
  await choose(tab, 'Theme', 'As the device');
  await expect.poll(() => paperOf(tab)).toBe(light);
  await displayIsStored(tab, '"system"');
  expect(await (await tab.page.goto('/home'))?.text()).toContain('<html data-text="large"');
});

test('a preferences menu opened before the app starts works after the start', async () => {
  const { tab } = await openTabOn(openOwnSite, beforeWorker);
  const release = await holdScripts(tab);
  await tab.page.goto('/home', { waitUntil: 'commit' });
  await tab.page.getByRole('banner').getByLabel('Theme and text size').click();
  await release();
  await choose(tab, 'Text', 'Larger');
  await expect.poll(() => tab.page.locator('html').getAttribute('data-text')).toBe('larger');
});
