// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect } from 'vitest';
import { publish, registerAuthor } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import type { EngineWindow, Said } from './support/engine.ts';
import { inOtherEngines } from './support/engines.ts';

/** Waits for pending log messages, then returns and clears everything that the pages have logged. */
async function saidBy({ tab, said }: EngineWindow): Promise<Said[]> {
  const end = `end of ${said.length} lines`;
  await tab.evaluate((text) => console.info(text), end);
  await expect.poll(() => said.some(({ text }) => text.includes(end))).toBe(true);
  return said.splice(0);
}

/** WebKitGTK does not support web app manifests, so it logs this warning on every page. */
const ofNoManifests = "Unrecognized Content-Security-Policy directive 'manifest-src'.";

const isTrouble = ({ type, text }: Said) =>
  ['warning', 'error', 'uncaught', 'network'].includes(type) && text !== ofNoManifests;

/** Waits until React has hydrated the page and a worker is active. */
async function hydrated({ tab }: EngineWindow): Promise<void> {
  const isHydrated = () =>
    tab.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')));
  await expect.poll(isHydrated).toBe(true);
  await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

inOtherEngines('the app hydrates every server-rendered page without a warning', async (openProfile) => {
  await using profile = await openProfile();
  const window = await profile.start();
  for (const path of ['/', '/home', '/blog/{id}', '/login', '/register', '/nowhere', '/blog/none']) {
    // Each path needs a new site. On a visited site, the worker would answer instead of the server.
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    const id = await publish(site, author, {
      title: 'A post',
      content: 'Its words.\n\nAnd\tmore.',
      imgUrl: `${site.origin}/icons/icon-512.png`,
    });
    await window.tab.goto(site.origin + path.replace('{id}', id));
    expect([path, await window.tab.evaluate(() => document.getElementById('first-answers') !== null)]).toEqual([
      path,
      true,
    ]);
    await hydrated(window);
    const said = await saidBy(window);
    // The browser and the app log a missing page as an error. A hydration mismatch would be an uncaught error.
    const isMissing = ['/nowhere', '/blog/none'].includes(path);
    const trouble = said.filter(isMissing ? ({ type }) => type === 'uncaught' : isTrouble);
    expect([path, trouble]).toEqual([path, []]);
  }
});
