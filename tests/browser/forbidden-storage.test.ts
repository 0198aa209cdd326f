import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { product } from '../../src/contract/product.ts';
import { backendHas, logIn } from './support/authoring.ts';
import { type Author, publish, registerAuthor } from './support/authors.ts';
import { openBlockedWindow } from './support/blocked-site-data.ts';
import { makePhoto } from './support/photos.ts';
import {
  barLink,
  button,
  field,
  fill,
  heading,
  isAt,
  listShows,
  main,
  openDisplayPreferences,
  shows,
} from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

// Left to `npm run test:all`: the same with less forbidden, or for what is lost last.
const exhaustive = { tags: ['exhaustive'] };

const content = (page: Page) => field(page, 'Blog Content');
const holds = (page: Page, text: string) => expect.poll(() => content(page).inputValue()).toBe(text);

/** Without a document load, which would end the login here. */
async function enter(page: Page, site: Site, { email, password }: Author): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await fill(page, { Email: email, Password: password });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await isAt(page, '/home');
  await button(page, 'Ada').waitFor();
}

/** What each screen is there for. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  '/': async (page) => heading(page, product.tagline).waitFor(),
  '/home': async (page) => {
    await listShows(page, ['One']);
    await button(page, 'On this device').click();
    await shows(page, 'This browser keeps nothing here to read without a network.');
    await button(page, 'All posts').click();
    await listShows(page, ['One']);
    await page.getByRole('searchbox', { name: 'Search blogs' }).fill('words');
    await shows(page, 'Searched on the server alone: this browser keeps nothing here.');
    await listShows(page, ['One']);
    await page.getByRole('searchbox', { name: 'Search blogs' }).fill('');
    await listShows(page, ['One']);
    const preferences = await openDisplayPreferences(page);
    await preferences.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await main(page).getByRole('link', { name: 'One' }).click();
    await shows(page, 'Some words.');
  },
  '/register': async (page) => {
    await main(page).getByText('This browser lets websites store nothing.').waitFor();
    await field(page, 'Name').waitFor();
  },
  '/login': async (page) => {
    await main(page).getByText('This browser lets websites store nothing.').waitFor();
    await field(page, 'Password').waitFor();
  },
  '/create': async (page) => {
    await content(page).fill('Some words');
    await main(page).getByText('Not saved: this browser keeps nothing here').first().waitFor();
  },
  '/myBlogs': async (page) => shows(page, 'User not logged in.'),
  '/nowhere': async (page) => heading(page, 'Not Found').waitFor(),
};

test('with all storage blocked, every screen does what it can, and nothing breaks', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'One', content: 'Some words.' });
  await using window = await openBlockedWindow();
  const { page, uncaught } = window;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.origin}/home`);
  const refusal = await page.evaluate(() => {
    try {
      return String(localStorage.length);
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refusal).toBe('SecurityError');
  const all = { ...screens, [`/blog/${id}`]: async (at: Page) => shows(at, 'Some words.') };
  for (const [path, works] of Object.entries(all)) {
    await page.goto(`${site.origin}${path}`);
    await works(page);
    await page.waitForLoadState('networkidle');
    expect([path, uncaught]).toEqual([path, []]);
  }
});

const gaps = {
  'session storage is forbidden': () =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('As the test wants it', 'SecurityError');
      },
    }),
  'session storage has no room': () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (this: Storage, key, value) {
      if (this === sessionStorage) throw new DOMException('As the test wants it', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  },
  'local storage is forbidden': () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('As the test wants it', 'SecurityError');
      },
    }),
  'IndexedDB is forbidden': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('As the test wants it', 'SecurityError');
    };
  },
  'there are no caches': () => void Reflect.deleteProperty(window, 'caches'),
  'caches are forbidden': () => {
    const refuse = () => Promise.reject(new DOMException('As the test wants it', 'SecurityError'));
    for (const name of ['open', 'match', 'keys', 'has', 'delete']) Reflect.set(CacheStorage.prototype, name, refuse);
  },
  'there are no Web Locks': () => void Reflect.deleteProperty(Navigator.prototype, 'locks'),
};

testFirst(Object.entries(gaps))('lets an author write, publish and read where %s', async ([gap, make]) => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site);
  const { page, context } = tab;
  await context.addInitScript(make);
  page.on('dialog', (dialog) => void dialog.accept());
  if (gap === 'local storage is forbidden') await enter(page, site, author);
  else await logIn(page, site, author);
  await barLink(page, 'Create').click();
  await fill(page, { 'Blog Heading': 'Written', 'Blog Content': 'Some words.' });
  await barLink(page, 'Home').click();
  await heading(page, 'All Blogs').waitFor();
  await barLink(page, 'Create').click();
  await holds(page, 'Some words.');
  await button(page, 'Create Blog').click();
  await backendHas(site, author, ['Written']);
  await holds(page, '');
  // Also where the reload after a post would end a login that is stored nowhere.
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

test('adds no picture with all storage blocked, and says why', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using window = await openBlockedWindow();
  const { page } = window;
  await enter(page, site, author);
  await barLink(page, 'Create').click();
  await content(page).fill('Some words');
  const buffer = await makePhoto(page, { width: 300, height: 200 });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await main(page).locator('input[type=file]').last().setInputFiles(file);
  await page.getByRole('alert').filter({ hasText: 'this browser keeps nothing here' }).waitFor();
  await holds(page, 'Some words');
});
