// @module-tag exhaustive: magazine.test.ts and site-pages.test.ts stand for it in npm test
import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { listShows, openList, shows, statusOf, visit } from './support/screen.ts';

const saysOffline = async (tab: EngineTab) => (await statusOf(tab)).includes('Offline.');

inEachEngine('the app says Offline while the server is stopped, then loads the requested post', async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'Listed' });
  await openList(tab, site);
  expect(await saysOffline(tab)).toBe(false);
  const id = await publish(site, author, { title: 'Not listed', content: 'Here at last.' });

  await site.stop();
  await visit(tab, `${site.origin}/home`);
  await listShows(tab, ['Listed']);
  await expect.poll(() => saysOffline(tab)).toBe(true);
  await visit(tab, `${site.origin}/blog/${id}`);
  await shows(tab, 'Loading blog...');
  await expect.poll(() => saysOffline(tab)).toBe(true);

  await site.start();
  await shows(tab, 'Here at last.');
  await expect.poll(() => saysOffline(tab)).toBe(false);
});
