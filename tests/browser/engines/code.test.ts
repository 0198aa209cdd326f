import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { isAt, openList, shows, statusOf } from './support/screen.ts';

const content = 'Before.\n\n```js\nconst answer = 42;\n```\n\nAfter.';

const keywords = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main .code-keyword')].map(({ textContent }) => textContent));

const isColoured = (tab: EngineTab) => expect.poll(() => keywords(tab)).toEqual(['const']);

inEachEngine(
  'without a network the code of a post is coloured, even if only the list was read',
  async (openProfile) => {
    await using opening = await openReader(openProfile, openOwnSite);
    const { tab, site, author } = opening;
    const id = await publish(site, author, { title: 'Code', content });
    await openList(tab, site);
    await site.stop();
    await tab.click({ role: 'link', name: 'Code' });
    await isColoured(tab);
    await tab.goto(`${site.origin}/blog/${id}`);
    await isColoured(tab);
  },
);

inEachEngine('one click copies the code, and a message confirms it', async (openProfile) => {
  await using opening = await openReader(openProfile, openOwnSite);
  const { tab, site, author } = opening;
  const id = await publish(site, author, { title: 'Code', content });
  await tab.goto(`${site.origin}/blog/${id}`);
  await isAt(tab, `/blog/${id}`);
  await shows(tab, 'const answer = 42;');
  await isColoured(tab);
  await tab.click({ role: 'button', name: 'Copy' });
  await expect.poll(() => statusOf(tab)).toContain('Code copied.');
});
