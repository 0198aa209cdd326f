// @module-tag promise
import { expect } from 'vitest';
import { placeholder } from '../../../src/app/components/placeholder.ts';
import { publish } from '../support/authors.ts';
import { openPictureHost } from '../support/picture-host.ts';
import { loseUnpinned } from '../support/records.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { goBack, listShows, openList, shows, statusOf, visit, waitUntilCached } from './support/screen.ts';

/** Returns the `src` of each image in `<main>`, or `nothing` for an image that has not loaded. */
const images = (tab: EngineTab) =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')].map((image) =>
      image.complete && image.naturalWidth > 0 ? image.getAttribute('src') : 'nothing',
    ),
  );

inEachEngine('without a server, a card shows its cached picture, or a placeholder', async (openProfile) => {
  await using pictures = await openPictureHost();
  const host = `http://127.0.0.1:${pictures.port}`;
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  await publish(site, author, { title: 'Gone', imgUrl: 'http://127.0.0.1:9/gone.png' });
  await publish(site, author, { title: 'Broken', imgUrl: `${host}/broken.svg` });
  await publish(site, author, { title: 'Fine', imgUrl: `${host}/fine.svg` });
  const expected = [`${host}/fine.svg`, placeholder, placeholder];
  await openList(tab, site);
  await expect.poll(() => images(tab)).toEqual(expected);
  // An unreachable image host alone does not make the app say Offline.
  expect(await statusOf(tab)).not.toContain('Offline.');
  await waitUntilCached(tab, `${host}/fine.svg`);

  await pictures.stop();
  await site.stop();
  await tab.reload();
  await listShows(tab, ['Fine', 'Broken', 'Gone']);
  await expect.poll(() => images(tab)).toEqual(expected);
});

inEachEngine('a pinned post and its picture are shown offline after all other caches are lost', async (openProfile) => {
  await using pictures = await openPictureHost();
  const imgUrl = `http://127.0.0.1:${pictures.port}/kept.svg`;
  const { site, author, tab } = await openReader(openProfile, openOwnSite);
  const id = await publish(site, author, { title: 'Worth keeping', content: 'All of it.', imgUrl });
  await publish(site, author, { title: 'Another' });
  await openList(tab, site);
  await visit(tab, `${site.origin}/blog/${id}`);
  await tab.click({ role: 'button', name: 'Keep on this device' });
  await shows(tab, 'Kept on this device');
  const isPictureKept = () =>
    tab.evaluate(async (url) => (await (await caches.open('pinned-images')).match(url)) !== undefined, imgUrl);
  await expect.poll(isPictureKept).toBe(true);

  await tab.evaluate(loseUnpinned);
  await pictures.stop();
  await site.stop();
  await visit(tab, `${site.origin}/home`);
  await tab.click({ role: 'button', name: 'On this device' });
  await shows(tab, 'Kept: 1 post');
  await listShows(tab, ['Worth keeping']);
  await tab.click({ role: 'link', name: 'Worth keeping' });
  await shows(tab, 'All of it.');
  await expect.poll(() => images(tab)).toEqual([imgUrl]);

  await goBack(tab);
  const nameOfButton = () =>
    tab.evaluate(() => document.querySelector('[aria-label^="Remove download"]')?.getAttribute('aria-label') ?? '');
  await expect.poll(nameOfButton).toMatch(/^Remove download · .*: Worth keeping$/);
  await tab.click({ role: 'button', name: await nameOfButton() });
  await shows(tab, 'Recently opened: 1 post');
});
