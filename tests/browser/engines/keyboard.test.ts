// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect } from 'vitest';
import { publish } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { isAt, shows } from './support/screen.ts';

/** Returns the label, text or id of the focused element. */
const focused = (tab: EngineTab) =>
  tab.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return 'nothing';
    if (activeElement instanceof HTMLInputElement) return activeElement.labels?.[0]?.textContent ?? 'a field';
    return activeElement.matches('a, button') ? activeElement.textContent : activeElement.id || 'nothing';
  });

const focusIsOn = (tab: EngineTab, name: string) => expect.poll(() => focused(tab)).toBe(name);

/** Presses Tab until the named element has the focus, at most 30 times. */
async function tabTo(tab: EngineTab, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await focused(tab)) === name) return;
    await tab.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab.`);
}

/**
 * Focuses the element by script. In Firefox, Tab at the end of the page moves to the toolbars, and keys no longer reach
 * the page.
 */
const putFocus = (tab: EngineTab, selector: string) =>
  tab.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), selector);

inEachEngine('Tab first focuses Skip to content; a new screen moves the focus to its content', async (openProfile) => {
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'A post', content: 'Its words.' });
  await tab.goto(`${site.origin}/login`);
  await tab.press('Tab');
  expect(await focused(tab)).toBe('Skip to content');
  const isInSight = () => tab.evaluate(() => (document.activeElement?.getBoundingClientRect().top ?? -1) >= 0);
  await expect.poll(isInSight).toBe(true);
  await tab.press('Enter');
  await tab.press('Tab');
  await focusIsOn(tab, 'Email');

  await tab.goto(`${site.origin}/home`);
  await tabTo(tab, 'A post');
  await tab.press('Enter');
  await shows(tab, 'Its words.');
  await focusIsOn(tab, 'main');
  await expect.poll(() => tab.evaluate(() => document.title)).toContain('A post');
  await putFocus(tab, 'nav a');
  await tab.press('Enter');
  await isAt(tab, '/home');
  await focusIsOn(tab, 'main');
});
