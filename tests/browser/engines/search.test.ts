import { expect } from 'vitest';
import { callPaths } from '../../../src/contract/paths.ts';
import { publish, publishMany } from '../support/authors.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { hasStarted, listShows, openList, shows, visit, waitUntilCached } from './support/screen.ts';

const marks = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main mark')].map(({ textContent }) => textContent));

/** Sets the preference to store only the newest 20 posts of the list, before the app runs. */
async function keepNewest20(tab: EngineTab, site: Site): Promise<void> {
  await visit(tab, `${site.origin}/robots.txt`);
  await tab.evaluate(async () => {
    const choice = Response.json({ count: 20, withPictures: false });
    await (await caches.open('preferences')).put(new URL('/newest', location.origin), choice);
  });
}

inEachEngine("the app searches cached posts without a server, then adds the server's results", async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'Far down', content: 'A walrus.' });
  // These 19 posts and the next post fill the first page of the list, so the device does not store `Far down`.
  await publishMany(site, author, 19);
  await publish(site, author, { title: 'On locks', content: `${'Long before. '.repeat(30)}A **mutex** is held.` });
  await keepNewest20(tab, site);
  await openList(tab, site);
  await site.stop();

  await tab.reload();
  await hasStarted(tab);
  await tab.type('Search blogs', 'utex lock');
  await listShows(tab, ['On locks']);
  await shows(tab, '1 found in 20 posts on this device. Searching the others needs the network.');
  expect(await marks(tab)).toEqual(['lock', 'utex']);

  await visit(tab, `${site.origin}/home`);
  await hasStarted(tab);
  await tab.type('Search blogs', 'walrus');
  await shows(tab, 'Nothing found for “walrus”.');
  await site.start();
  await listShows(tab, ['Far down']);
  await shows(tab, '1 found in 20 posts on this device and all on the server.');
  expect(await marks(tab)).toEqual(['walrus']);
});

inEachEngine('the app opens visited topic and author pages, and their posts, without a server', async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'One', content: 'All about #Locks.' });
  await publish(site, author, { title: 'Two', content: 'Nothing of it.' });
  await openList(tab, site);
  const pages = [
    { path: '/topic/locks', call: callPaths.found('topic', 'locks'), titles: ['One'] },
    { path: `/author/${author.userId}`, call: callPaths.found('author', author.userId), titles: ['Two', 'One'] },
  ];
  for (const { path, call, titles } of pages) {
    await visit(tab, site.origin + path);
    await listShows(tab, titles);
    await waitUntilCached(tab, site.api + call);
  }
  await site.stop();
  for (const { path, titles } of pages) {
    await visit(tab, site.origin + path);
    await listShows(tab, titles);
    await hasStarted(tab);
    await tab.click({ role: 'link', name: 'One' });
    await shows(tab, 'All about #Locks.');
  }
});
