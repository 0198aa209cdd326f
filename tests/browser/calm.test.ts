// @module-tag exhaustive: walks over every screen with every answer late
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { holdAnswer } from './support/faults.ts';
import { cards, heading, main, offlineLine } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, sites } from './support/site.ts';
import { openAuthorTabOn, openTab, openTabOn, troubles } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

const widths = [
  { device: 'phone', viewport: { width: 412, height: 823 } },
  { device: 'desktop', viewport: { width: 1280, height: 720 } },
];

const text = 'A text of some length.\n\n'.repeat(30);

test.for(sites.flatMap((site) => widths.map((width) => ({ ...site, ...width }))))(
  'late answers cause no layout shift on a $device ($backend backend)',
  async ({ open, viewport }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    const imgUrl = `${site.origin}/icons/icon-512.png`;
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three'])
      ids.push(await publish(site, author, { title, imgUrl, content: text }));

    for (const path of ['/', '/create', '/home', '/myBlogs', `/blog/${ids[0]}`]) {
      await using tab = await openTab(site, { author, viewport });
      await watchShifts(tab);
      const heal = site.misbehave('*', holdAnswer);
      await tab.goto(path);
      await main(tab.page).waitFor();
      await tab.page.waitForTimeout(300);
      heal();
      await tab.page.getByRole('button', { name: 'Ada', exact: true }).waitFor();
      if (path.length > 1 && path !== '/create') await main(tab.page).locator('img').first().waitFor();
      await tab.page.waitForLoadState('networkidle');
      expect([path, await shiftsOf(tab)]).toEqual([path, []]);
    }
  },
);

test("an author's clicks on the links of the bar cause no layout shift", async () => {
  const { site, tab, author } = await openAuthorTabOn(openOwnSite);
  await publish(site, author, { title: 'One', content: 'A text of some length.\n\n'.repeat(30) });
  await watchShifts(tab);
  await tab.goto('/home');
  await tab.page.getByRole('button', { name: 'Ada' }).waitFor();
  // The browser does not report shifts within half a second of a click, so wait for later shifts.
  for (const name of ['My Blogs', 'Create', 'Home']) {
    await tab.page.getByRole('banner').getByRole('link', { name }).click();
    await tab.page.waitForTimeout(700);
  }
  expect(await shiftsOf(tab)).toEqual([]);
});

test('cards cause no layout shift at several widths, online or without a server', async () => {
  const { site, tab } = await openTabOn(openOwnSite);
  const author = await registerAuthor(site);
  for (const title of ['One', 'Two', 'Three']) await publish(site, author, { title, content: text });
  await openList(tab, site);
  await watchShifts(tab);
  for (const width of [320, 340, 360, 380]) {
    await tab.page.setViewportSize({ width, height: 800 });
    await tab.page.reload();
    await cards(tab.page).nth(2).waitFor();
    await tab.page.waitForLoadState('networkidle');
    expect([width, await shiftsOf(tab)]).toEqual([width, []]);
  }
  await site.stop();
  for (const width of [320, 380, 1280]) {
    await tab.page.setViewportSize({ width, height: 800 });
    await tab.page.reload();
    await cards(tab.page).nth(2).waitFor();
    await offlineLine(tab.page).waitFor();
    expect([width, await shiftsOf(tab)]).toEqual([width, []]);
  }
});

test.for(sites)('the main screens log no warning or error ($backend backend)', async ({ open }) => {
  const { site, tab, author } = await openAuthorTabOn(open);
  const id = await publish(site, author, { title: 'One', content: 'Text' });
  // Skips the unknown path on our own server, which answers 404: Chromium logs that as an error.
  const notFound = site.kind === 'foreign' ? ['/nowhere'] : [];
  await using stranger = await openTab(site);
  for (const path of ['/home', '/register', '/myBlogs', ...notFound]) {
    await stranger.goto(path);
    await stranger.page.waitForLoadState('networkidle');
  }
  expect(troubles(stranger)).toEqual([]);

  for (const path of ['/', '/home', '/login', '/create', '/myBlogs', `/blog/${id}`]) {
    await tab.goto(path);
    await tab.page.waitForLoadState('networkidle');
  }
  await heading(tab.page, 'One').waitFor();
  expect(troubles(tab)).toEqual([]);
});
