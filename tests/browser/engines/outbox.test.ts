// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect } from 'vitest';
import { backendHas } from '../support/authoring.ts';
import { registerAuthor } from '../support/authors.ts';
import { internalError, loseAnswer, redirectTo } from '../support/faults.ts';
import { openOwnSite, sites } from '../support/site.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor, openReader } from './support/opening.ts';
import {
  enter,
  entriesIn,
  isAt,
  isWaiting,
  logIn,
  nothingWaits,
  openForm,
  press,
  pressAccepted,
  shows,
  textOf,
  titlesIn,
  valueIn,
  visit,
  waitUntilCached,
} from './support/screen.ts';

for (const { backend, open } of sites) {
  inEachEngine(`what is pressed is published, and the form is empty (${backend} backend)`, async (openProfile) => {
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

  inEachEngine(`an answer that is lost publishes once (${backend} backend)`, async (openProfile) => {
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

inEachEngine('a post that is redirected waits, and is published once afterwards', async (openProfile) => {
  await using opening = await openAuthor(openProfile, openOwnSite);
  const { site, author, tab } = opening;
  const heal = site.misbehave('POST /blog/posts', redirectTo(`${site.api}/blog/posts`, 302));
  await openForm(tab, site);
  await press(tab, 'Led astray');
  await isWaiting(tab);
  await backendHas(site, author, []);
  heal();
  await backendHas(site, author, ['Led astray']);
  await nothingWaits(tab);
});

// Neither engine has Background Sync: with every page closed nothing is sent.
inEachEngine('what waits when the browser ends goes when the app is next open, once', async (openProfile) => {
  await using before = await openAuthor(openProfile, openOwnSite);
  const { site, author, profile } = before;
  await waitUntilCached(before.tab, `${site.api}/blog/posts`);
  await site.stop();
  await openForm(before.tab, site);
  await press(before.tab, 'Patient');
  await isWaiting(before.tab);
  await before.kill();
  await site.start();
  await backendHas(site, author, []);

  const { tab } = await profile.start();
  await enter(tab, site, author);
  await backendHas(site, author, ['Patient']);
  await nothingWaits(tab);
});

inEachEngine('two tabs at once publish each press once', async (openProfile) => {
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

/** Each login and logout loads a page anew: after two, WebKitGTK has as good as always lost its database. */
const twoLogins = { exceptInWebKit: 'it never opens its database again after several page loads in a row' };

inEachEngine(
  'With an expired login a post waits for the next login, and is then published once',
  async (openProfile) => {
    await using opening = await openReader(openProfile, openOwnSite);
    const { site, author, tab } = opening;
    await logIn(tab, site, author);
    await tab.evaluate(() => {
      localStorage.setItem('token', 'expired');
      // biome-ignore lint/suspicious/noDocumentCookie: not every engine has the Cookie Store API.
      document.cookie = 'session=; path=/blog/posts; max-age=0';
    });
    const heal = site.misbehave('POST /blog/posts', internalError);
    await openForm(tab, site);
    await press(tab, 'Patient');
    await isWaiting(tab);
    heal();
    await visit(tab, `${site.origin}/myBlogs`);
    await shows(tab, 'waits for you to log in again');
    await backendHas(site, author, []);
    await logIn(tab, site, author);
    await backendHas(site, author, ['Patient']);
    await nothingWaits(tab);
  },
  twoLogins,
);

inEachEngine(
  'Another user who logs in neither sends nor sees the waiting posts',
  async (openProfile) => {
    await using opening = await openReader(openProfile, openOwnSite);
    const { site, author: ada, tab } = opening;
    const grace = await registerAuthor(site, 'Grace');
    await logIn(tab, site, ada);
    const heal = site.misbehave('POST /blog/posts', internalError);
    await openForm(tab, site);
    await press(tab, 'By Ada');
    await isWaiting(tab);
    await tab.click({ role: 'button', name: 'Ada' });
    await tab.click({ role: 'menuitem', name: 'Logout' });
    await tab.click({ role: 'button', name: 'Log out' });
    await isAt(tab, '/login');

    await logIn(tab, site, grace);
    heal();
    await visit(tab, `${site.origin}/myBlogs`);
    await shows(tab, 'You have not written any blogs yet.');
    expect(await textOf(tab)).not.toContain('By Ada');
    await openForm(tab, site);
    await pressAccepted(tab, 'By Grace');
    await backendHas(site, grace, ['By Grace']);
    await backendHas(site, ada, []);
    expect(await entriesIn(tab)).toBe(1);

    await logIn(tab, site, ada);
    await backendHas(site, ada, ['By Ada']);
    await backendHas(site, grace, ['By Grace']);
    await nothingWaits(tab);
  },
  twoLogins,
);
