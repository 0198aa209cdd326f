import { openOwnSite } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { hasStarted, listShows, shows } from './support/screen.ts';
import { visitList } from './support/visit-list.ts';

inEachEngine('the app shows cached posts without a server after the browser was killed', async (openProfile) => {
  const before = await openReader(openProfile, openOwnSite);
  const { site, profile } = before;
  const older = await visitList(before);
  await before.kill();
  await site.stop();

  const { tab } = await profile.start();
  await tab.goto(`${site.origin}/home`);
  await listShows(tab, ['Newer', 'Older']);
  await hasStarted(tab);
  await tab.goto(`${site.origin}/blog/${older}`);
  await shows(tab, 'Never opened.');
});
