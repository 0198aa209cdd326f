// @module-tag promise
import { expect } from 'vitest';
import { backendHas } from '../support/authoring.ts';
import { loseAnswer } from '../support/faults.ts';
import { openOwnSite, sites } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import {
  entriesIn,
  isWaiting,
  nothingWaits,
  openForm,
  press,
  pressAccepted,
  titlesIn,
  valueIn,
  visit,
} from './support/screen.ts';

for (const { backend, open } of sites) {
  inEachEngine(`publishes a submitted post and empties the form (${backend} backend)`, async (openProfile) => {
    await using opening = await openAuthor(openProfile, open);
    const { site, author, tab } = opening;
    await openForm(tab, site);
    await pressAccepted(tab, 'Published');
    await backendHas(site, author, ['Published']);
    await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('');
    await nothingWaits(tab);
    await visit(tab, `${site.origin}/myBlogs`);
    await expect.poll(() => titlesIn(tab)).toEqual(['Published']);
  });

  inEachEngine(`publishes once if the answer is lost (${backend} backend)`, async (openProfile) => {
    await using opening = await openAuthor(openProfile, open);
    const { site, author, tab } = opening;
    const heal = site.misbehave('POST /blog/posts', loseAnswer);
    await openForm(tab, site);
    await press(tab, 'Answer lost');
    await isWaiting(tab);
    heal();
    await nothingWaits(tab);
    await backendHas(site, author, ['Answer lost']);
  });
}

inEachEngine('publishes each post once when two tabs send at the same time', async (openProfile) => {
  await using opening = await openAuthor(openProfile, openOwnSite);
  const { site, author, tab, openTab } = opening;
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
  await nothingWaits(other);
  await backendHas(site, author, ['One', 'Two']);
});
