import { expect, test } from 'vitest';
import { captivePortal, json } from './support/faults.ts';
import { cards, main, navigate, shows, titles } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { openTab, type Tab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const nobody = { name: '', email: '', password: '', token: 'abc', userId: 'u1', cookie: undefined };

const uncaught = ({ console }: Tab) => console.filter(({ type }) => type === 'uncaught');

testFirst(sites)('a captive portal never blanks a screen ($backend backend)', async ({ open }) => {
  await using site = await open();
  site.misbehave('*', captivePortal);
  await using tab = await openTab(site, { author: nobody });
  await tab.goto('/myBlogs');
  await shows(tab.page, 'Failed to fetch blogs.');
  await navigate(tab.page, '/home');
  await shows(tab.page, 'Failed to fetch blog posts.');
  await navigate(tab.page, '/blog/a1');
  await shows(tab.page, 'Loading blog...');
  expect(uncaught(tab)).toEqual([]);
});

const oddPosts = [
  null,
  7,
  'a post',
  [],
  {},
  { title: 'Without an id' },
  { _id: 'bare' },
  { _id: 'odd', title: 42, summary: ['x'], imgUrl: 7, content: { a: 1 }, createdAt: {}, author: 'Ada' },
  { _id: 'nulls', title: null, summary: null, imgUrl: null, content: null, createdAt: null, author: null },
  { _id: 17, title: 'A number for an id', createdAt: 1_770_000_000_000, author: { email: 5 } },
  { _id: 'date', title: 'No such day', createdAt: '2026-99-99' },
  { _id: 'a/b?c#d%', title: 'An awkward id' },
  { _id: 'fine', title: 'Fine', summary: 'All there', createdAt: '2026-03-09T12:00:00Z', author: { email: 'a@b.c' } },
];

test('odd entries are left out or shown as far as they go', async () => {
  await using site = await openForeignSite();
  site.misbehave('GET /blog/posts', json(oddPosts));
  await using tab = await openTab(site);
  await tab.goto('/home');
  await expect.poll(() => cards(tab.page).count()).toBe(7);
  const shown = await titles(tab.page);
  expect(shown.slice(3)).toEqual(['A number for an id', 'No such day', 'An awkward id', 'Fine']);
  for (const title of shown) expect(title.trim()).not.toBe('');
  expect(await main(tab.page).textContent()).not.toMatch(/Invalid Date|undefined|null|NaN|\[object/);
  expect(uncaught(tab)).toEqual([]);
});
