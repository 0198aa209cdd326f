import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { captivePortal, holdAnswer, internalError, noContent, resetConnection } from '../support/faults.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { type Opening, openReader } from './support/opening.ts';
import { listShows, openList, shows } from './support/screen.ts';

/** One visit to the list, of two posts; says under which id the older one is. */
async function visitList({ tab, site, author }: Opening<Site>): Promise<string> {
  const older = await publish(site, author, { title: 'Older', content: 'Never opened.' });
  await publish(site, author, { title: 'Newer', content: 'Nor this.' });
  await openList(tab, site);
  return older;
}

inEachEngine(
  'after one visit to the list, the list and an unvisited post open with the server stopped',
  async (openProfile) => {
    await using opening = await openReader(openProfile, openOwnSite);
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
    await later.goto(`${site.origin}/create`);
    await shows(later, 'Create New Blog');
  },
);

inEachEngine(
  'Posts that were read are still there after the browser was killed, with the server stopped',
  async (openProfile) => {
    await using before = await openReader(openProfile, openOwnSite);
    const { site, profile } = before;
    const older = await visitList(before);
    await before.kill();
    await site.stop();

    const { tab } = await profile.start();
    await tab.goto(`${site.origin}/home`);
    await listShows(tab, ['Newer', 'Older']);
    await tab.goto(`${site.origin}/blog/${older}`);
    await shows(tab, 'Never opened.');
  },
);

inEachEngine('No failure of the backend hides what is cached', async (openProfile) => {
  await using opening = await openReader(openProfile, openOwnSite);
  const { site, tab } = opening;
  const older = await visitList(opening);
  for (const fault of [internalError, captivePortal, resetConnection, noContent, holdAnswer]) {
    const heal = site.misbehave('*', fault);
    await tab.goto(`${site.origin}/home`);
    await listShows(tab, ['Newer', 'Older']);
    await tab.goto(`${site.origin}/blog/${older}`);
    await shows(tab, 'Never opened.');
    heal();
  }
});
