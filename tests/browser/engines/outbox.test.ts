// @module-tag promise
import { expect } from 'vitest';
import { backendHas } from '../support/authoring.ts';
import { loseAnswer } from '../support/faults.ts';
import { openForeignSite, openOwnSite } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import { entriesIn, isWaiting, nothingPending, openForm, press } from './support/screen.ts';

inEachEngine('the app publishes a post once on a foreign backend although the answer was lost', async (openProfile) => {
  const { site, author, tab } = await openAuthor(openProfile, openForeignSite);
  const heal = site.misbehave('POST /blog/posts', loseAnswer);
  await openForm(tab, site);
  await press(tab, 'Answer lost');
  await isWaiting(tab);
  heal();
  await nothingPending(tab);
  await backendHas(site, author, ['Answer lost']);
});

inEachEngine('two tabs that send at the same time publish each post once', async (openProfile) => {
  const { site, author, tab, openTab } = await openAuthor(openProfile, openOwnSite);
  const other = await openTab();
  await openForm(tab, site);
  await openForm(other, site);
  const heal = site.misbehave('POST /blog/posts', loseAnswer);
  await press(tab, 'One');
  await isWaiting(tab);
  await press(other, 'Two');
  await isWaiting(other);
  expect(await entriesIn(tab)).toBe(2);
  heal();
  const goOnline = () => void dispatchEvent(new Event('online'));
  await Promise.all([tab.evaluate(goOnline), other.evaluate(goOnline)]);
  await nothingPending(other);
  await backendHas(site, author, ['One', 'Two']);
});
