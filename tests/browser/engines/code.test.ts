import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { isAt, isControlled, openList, shows, statusOf } from './support/screen.ts';

const content = 'Before.\n\n```js\nconst answer = 42;\n```\n\nAfter.';

const keywords = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main .code-keyword')].map(({ textContent }) => textContent));

const isColoured = (tab: EngineTab) => expect.poll(() => keywords(tab)).toEqual(['const']);

inEachEngine('the app highlights code in a visited post, and offline in an unvisited post', async (openProfile) => {
  const { tab, site, author } = await openReader(openProfile, openOwnSite);
  const listed = await publish(site, author, { title: 'Listed', content });
  const visited = await publish(site, author, { title: 'Visited', content });
  await tab.goto(`${site.origin}/blog/${visited}`);
  await isAt(tab, `/blog/${visited}`);
  await shows(tab, 'const answer = 42;');
  await isColoured(tab);
  await tab.click({ role: 'button', name: 'Copy' });
  await expect.poll(() => statusOf(tab)).toContain('Code copied.');
  await isControlled(tab);

  await openList(tab, site);
  await site.stop();
  await tab.click({ role: 'link', name: 'Listed' });
  await isColoured(tab);
  await tab.goto(`${site.origin}/blog/${listed}`);
  await isColoured(tab);
});
