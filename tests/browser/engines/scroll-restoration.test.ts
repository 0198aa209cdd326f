import { expect } from 'vitest';
import { publishMany } from '../support/authors.ts';
import { isScrollPositionStored } from '../support/list-scroll-position.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inOtherEngines } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { goBack, openList, shows } from './support/screen.ts';

/** Returns how far the card's title is below the window's top, in CSS pixels; null if there is no such card. */
const topOfCard = (tab: EngineTab, title: string) =>
  tab.evaluate((wanted) => {
    const titles = [...document.querySelectorAll('main article h2')];
    return titles.find(({ textContent }) => textContent === wanted)?.getBoundingClientRect().top ?? null;
  }, title);

/** Scrolls down until the page has the title, centres it, and returns its distance from the window's top. */
async function scrollTo(tab: EngineTab, title: string): Promise<number | null> {
  const goFurther = () =>
    tab.evaluate((wanted) => {
      const titles = [...document.querySelectorAll('main article h2')];
      const found = titles.find(({ textContent }) => textContent === wanted);
      if (found) found.scrollIntoView({ block: 'center' });
      else scrollBy(0, 1_500);
      return found !== undefined;
    }, title);
  await expect.poll(goFurther, { interval: 100 }).toBe(true);
  await expect.poll(() => tab.evaluate(isScrollPositionStored)).toBe(true);
  return topOfCard(tab, title);
}

inOtherEngines('Back restores the scroll position of the list, also without a server', async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publishMany(site, author, 50);
  await openList(tab, site);
  const place = (await scrollTo(tab, 'Post 5')) ?? Number.NaN;
  const isWhereItWas = () => expect.poll(() => topOfCard(tab, 'Post 5')).toEqual(expect.closeTo(place, -1));
  const readAndReturn = async () => {
    await tab.click({ role: 'link', name: 'Post 5' });
    await shows(tab, 'A text of some length.');
    await expect.poll(() => tab.evaluate(() => scrollY)).toBe(0);
    await goBack(tab);
    await isWhereItWas();
  };
  await readAndReturn();
  await site.stop();
  await readAndReturn();
  await tab.reload();
  await isWhereItWas();
});
