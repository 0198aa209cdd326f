import { expect } from 'vitest';
import { backendHas, formHolds, logIn } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { barLink, button, fill, heading, main, shows } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const gaps = {
  'session storage is forbidden': () =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('As the test wants it', 'SecurityError');
      },
    }),
  'session storage is full': () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (this: Storage, key, value) {
      if (this === sessionStorage) throw new DOMException('As the test wants it', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  },
  'IndexedDB is forbidden': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('As the test wants it', 'SecurityError');
    };
  },
  'Cache Storage is missing': () => void Reflect.deleteProperty(window, 'caches'),
  'Cache Storage is forbidden': () => {
    const refuse = () => Promise.reject(new DOMException('As the test wants it', 'SecurityError'));
    for (const name of ['open', 'match', 'keys', 'has', 'delete']) Reflect.set(CacheStorage.prototype, name, refuse);
  },
  'Web Locks are missing': () => void Reflect.deleteProperty(Navigator.prototype, 'locks'),
};

testFirst(Object.entries(gaps))('an author can write, publish, read and delete if %s', async ([, make]) => {
  const { site, tab, page, context } = await openTabOn(openOwnSite);
  const author = await registerAuthor(site);
  await context.addInitScript(make);
  page.on('dialog', (dialog) => void dialog.accept());
  await logIn(page, site, author);
  await barLink(page, 'Create').click();
  await fill(page, { 'Blog Heading': 'Written', 'Blog Content': 'Some words.' });
  await barLink(page, 'Home').click();
  await heading(page, 'All Blogs').waitFor();
  await barLink(page, 'Create').click();
  await formHolds(page, 'Some words.');
  await button(page, 'Create Blog').click();
  await backendHas(site, author, ['Written']);
  await formHolds(page, '');
  // Checks that the author is still logged in.
  await button(page, 'Ada').waitFor();
  await barLink(page, 'Home').click();
  await main(page).getByRole('link', { name: 'Written' }).click();
  await shows(page, 'Some words.');
  await barLink(page, 'My Blogs').click();
  await button(page, 'Delete Written').click();
  await shows(page, 'You have not written any blogs yet.');
  await backendHas(site, author, []);
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});
