// @module-tag promise
import { expect } from 'vitest';
import { backendHas, patience } from '../support/authoring.ts';
import { holdAnswer, internalError, neverAnswer } from '../support/faults.ts';
import { openOwnSite } from '../support/site.ts';
import { inEachEngine, inOtherEngines } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import { draftsIn, enter, entriesIn, openForm, press, shows, valueIn } from './support/screen.ts';

for (const { name, fault } of [
  { name: 'before the call arrives', fault: holdAnswer },
  { name: 'before the answer arrives', fault: neverAnswer },
]) {
  inEachEngine(`a post is published once although the browser is killed ${name}`, async (openProfile) => {
    const before = await openAuthor(openProfile, openOwnSite);
    const { site, author, profile } = before;
    const heal = site.misbehave('POST /blog/posts', fault);
    await openForm(before.tab, site);
    await press(before.tab, 'Killed');
    await expect
      .poll(() => site.received.some(({ method, path }) => method === 'POST' && path === '/blog/posts'))
      .toBe(true);
    if (fault === neverAnswer) await backendHas(site, author, ['Killed']);
    await before.kill();
    heal();

    const { tab } = await profile.start();
    await enter(tab, site, author);
    await backendHas(site, author, ['Killed']);
    await expect.poll(() => entriesIn(tab), { timeout: patience }).toBe(0);
    expect(await draftsIn(tab)).toBe(0);
  });
}

// Clearing a site's storage closes its databases in every engine. In Chromium, a `storage` event also tells the page
// that the token is gone. The app then logs out and clears the form, so this test leaves Chromium out.
inOtherEngines("the app saves the form's text in IndexedDB after site storage was cleared", async (openProfile) => {
  const { site, author, tab } = await openAuthor(openProfile, openOwnSite);
  await openForm(tab, site);
  await tab.type('Blog Content', 'Before');
  await shows(tab, 'Draft saved on this device.');
  const headers = { 'Clear-Site-Data': '"storage"' };
  const heal = site.misbehave('GET /blog/posts/clear', { ...internalError, headers });
  await tab.evaluate(async () => void (await fetch('/blog/posts/clear')));
  heal();
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await tab.type('Blog Content', ' and after');
  await expect.poll(() => draftsIn(tab)).toBe(1);
  await shows(tab, 'Draft saved on this device.');
  await enter(tab, site, author);
  await openForm(tab, site);
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('Before and after');
});
