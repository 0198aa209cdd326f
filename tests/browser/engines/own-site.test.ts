// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect } from 'vitest';
import { putPage } from '../../../src/server/site/put-page.ts';
import { setIcon } from '../../../src/server/site/site-icon.ts';
import { setSetting } from '../../../src/server/site/site-settings.ts';
import { blueIcon } from '../support/photos.ts';
import { openOperatedSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inOtherEngines } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { hasStarted, isControlled, shows, waitUntilCached } from './support/screen.ts';

const name = 'مدونة ليلى';

const lookOf = (tab: EngineTab) =>
  tab.evaluate(() => {
    const { documentElement: root, title } = document;
    const image = document.querySelector<HTMLImageElement>('.bar-product img');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    const { color: accent } = getComputedStyle(probe);
    probe.remove();
    return {
      name: document.querySelector('.bar-product')?.textContent,
      title: title.split(' · ').at(-1),
      lang: root.lang,
      dir: root.dir,
      accent,
      icon: image?.complete ? [image.naturalWidth, image.clientWidth] : [],
    };
  });

const look = { name, title: name, lang: 'ar', dir: 'rtl', accent: 'rgb(0, 85, 170)', icon: [96, 28] };

/** Returns whether a link's English text runs from left to right on this right-to-left page. */
const isInOrder = (tab: EngineTab) =>
  tab.evaluate(() => {
    const words = document.querySelector('.forgot-password a')?.firstChild;
    const leftOf = (at: number) => {
      const range = document.createRange();
      if (words) range.setStart(words, at);
      if (words) range.setEnd(words, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(0) < leftOf((words?.textContent?.length ?? 0) - 1);
  });

inOtherEngines("pages show the operator's settings and icon on the first visit, and offline", async (openProfile) => {
  const { tab, site } = await openReader(openProfile, openOperatedSite);
  for (const [key, value] of Object.entries({ name, language: 'ar', accent: '#0055aa' }))
    await setSetting(site.store, key, value);
  await setIcon(site.store, await blueIcon());
  await putPage(site.store, 'imprint', '# Who writes\n\nLeila, in Cairo.');
  await tab.goto(`${site.origin}/login`);
  await hasStarted(tab);
  await expect.poll(() => lookOf(tab)).toEqual(look);
  expect(await isInOrder(tab)).toBe(true);
  await isControlled(tab);
  await waitUntilCached(tab, `${site.origin}/site.json`);
  await site.stop();
  await tab.goto(`${site.origin}/login`);
  await hasStarted(tab);
  await expect.poll(() => lookOf(tab)).toEqual(look);
  expect(await isInOrder(tab)).toBe(true);
  await tab.goto(`${site.origin}/page/imprint`);
  await shows(tab, 'Leila, in Cairo.');
});
