import { expect } from 'vitest';
import { lockNames } from '../../../../src/device/storage/storage-names.ts';
import { scaled } from '../../../test-run.ts';
import { patience } from '../../support/authoring.ts';
import type { Author } from '../../support/authors.ts';
import { countRecords, draft, readingKey, readingRecords, submission } from '../../support/records.ts';
import type { Site } from '../../support/site.ts';
import type { EngineTab } from './engine.ts';

/** Waits until `<main>` contains the text. */
export async function shows(tab: EngineTab, text: string): Promise<void> {
  await expect.poll(() => textOf(tab)).toContain(text);
}

export const textOf = (tab: EngineTab) => tab.evaluate(() => document.querySelector('main')?.textContent ?? '');

/** Returns the texts of the page's status elements. */
export const statusOf = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join(' '));

export async function isAt(tab: EngineTab, path: string): Promise<void> {
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe(path);
}

/** Returns the value of the field with this label, or null if there is none: WebDriver cannot return undefined. */
export const valueIn = (tab: EngineTab, label: string) =>
  tab.evaluate((wanted) => {
    const labels = [...document.querySelectorAll('label')].filter((one) => !one.closest('.skeleton'));
    const field = labels.find(({ textContent }) => textContent.trim() === wanted)?.control;
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : null;
  }, label);

/** Waits until the cards have these titles, in this order. */
export async function listShows(tab: EngineTab, expected: string[]): Promise<void> {
  const titles = () =>
    tab.evaluate(() => [...document.querySelectorAll('main article h2')].map(({ textContent }) => textContent));
  await expect.poll(titles).toEqual(expected);
}

/** Waits until the app has started. Clicks and keys before its start would take effect late, and in another order. */
export async function hasStarted(tab: EngineTab): Promise<void> {
  const isStarted = () => tab.evaluate(() => document.querySelector('#root[data-started]') !== null);
  await expect.poll(isStarted).toBe(true);
}

/** Opens the list, and waits until the worker has cached the list. */
export async function openList(tab: EngineTab, site: Site): Promise<void> {
  await visit(tab, `${site.origin}/home`);
  await waitUntilCached(tab, `${site.api}/blog/posts`);
}

/** Goes back in history, as the browser's Back button does. */
export const goBack = (tab: EngineTab) => tab.evaluate(() => history.back());

/** Marks the current document. `isMarked` returns false after the next document load. */
export const mark = (tab: EngineTab) => tab.evaluate(() => void Reflect.set(window, 'marked', true));
export const isMarked = (tab: EngineTab) => tab.evaluate(() => Reflect.has(window, 'marked'));

/**
 * Opens the URL once the previous page has opened its database. If a test leaves a page before that, WebKit may
 * never open the database for later pages of the site.
 */
export async function visit(tab: EngineTab, url: string): Promise<void> {
  const isOpening = () =>
    tab.evaluate(async (lock) => {
      if (location.protocol === 'about:') return false;
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === lock);
    }, lockNames.records);
  await expect.poll(isOpening).toBe(false);
  await tab.goto(url);
}

/**
 * Stores the author's login without the login screen, and opens the list. Waits until the worker controls the page and
 * the database is open. If a test left the page before that, WebKit might never finish installing the worker, or never
 * open the database for the next page.
 */
export async function enter(tab: EngineTab, { origin }: Site, { token, userId, cookie = '' }: Author): Promise<void> {
  await visit(tab, `${origin}/robots.txt`);
  await tab.evaluate(
    (storage, session) => {
      Object.assign(localStorage, storage);
      // biome-ignore lint/suspicious/noDocumentCookie: not every engine has the Cookie Store API.
      if (session !== '') document.cookie = `${session}; path=/blog/posts; samesite=strict`;
    },
    { token, userId },
    cookie,
  );
  await visit(tab, `${origin}/home`);
  await isKnown(tab);
  await isControlled(tab);
  await databaseIsOpen(tab);
}

/**
 * Waits until the app's database exists and can be read. After a kill, the restarted browser takes a while to open it.
 */
async function databaseIsOpen(tab: EngineTab): Promise<void> {
  const isCreated = () =>
    tab.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'storyline'));
  await expect.poll(isCreated).toBe(true);
  await draftsIn(tab);
}

/**
 * Waits until the bar names the author: the app then runs, and has begun to open its database. In a new WebKit profile,
 * the first visit took 12 s on a machine with a load average of 15.
 */
async function isKnown(tab: EngineTab): Promise<void> {
  const isNamed = () => tab.evaluate(() => document.querySelector('.user-name') !== null);
  await expect.poll(isNamed, { timeout: scaled(40_000) }).toBe(true);
}

export async function logIn(tab: EngineTab, { origin }: Site, { email, password }: Author): Promise<void> {
  await visit(tab, `${origin}/login`);
  await tab.type('Email', email);
  await tab.type('Password', password);
  await mark(tab);
  await tab.click({ role: 'button', name: 'Login' });
  // Waits until the login has reloaded the page, because the reload would undo later actions of the test.
  const isReloaded = () =>
    tab.evaluate(
      () => !Reflect.has(window, 'marked') && location.pathname === '/home' && localStorage.getItem('token') !== null,
    );
  await expect.poll(isReloaded).toBe(true);
  await isKnown(tab);
  await databaseIsOpen(tab);
}

export async function openForm(tab: EngineTab, { origin }: Site): Promise<void> {
  await visit(tab, `${origin}/create`);
  await expect.poll(() => valueIn(tab, 'Blog Content')).not.toBeNull();
}

export async function press(tab: EngineTab, title: string): Promise<void> {
  await tab.type('Blog Heading', title);
  await tab.type('Blog Content', `${title}, at length.`);
  await tab.click({ role: 'button', name: 'Create Blog' });
}

/** Submits a post that the backend accepts, and waits until the form's page has reloaded. */
export async function pressAccepted(tab: EngineTab, title: string): Promise<void> {
  await mark(tab);
  await press(tab, title);
  await expect.poll(() => isMarked(tab)).toBe(false);
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('');
}

/** Waits until the form is empty and says that the submitted post will be published later. */
export async function isWaiting(tab: EngineTab): Promise<void> {
  await shows(tab, 'Publishes when you’re online');
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('');
}

/** Waits until the app's worker controls the page. */
export async function isControlled(tab: EngineTab): Promise<void> {
  await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Waits until the app's worker controls the page and this URL is cached. */
export async function waitUntilCached(tab: EngineTab, url: string): Promise<void> {
  await isControlled(tab);
  const key = readingKey(url);
  const isHere = async () =>
    (await tab.evaluate(async (address) => (await caches.match(address)) !== undefined, url)) ||
    key in (await tab.evaluate(readingRecords, key));
  await expect.poll(isHere).toBe(true);
}

/** Counts the pending submissions of all users of this browser. */
export const entriesIn = (tab: EngineTab) => tab.evaluate(countRecords, submission);

export const draftsIn = (tab: EngineTab) => tab.evaluate(countRecords, draft);

export const nothingPending = (tab: EngineTab) => expect.poll(() => entriesIn(tab), { timeout: patience }).toBe(0);

/** Returns the titles in My Blogs in their order: pending posts, then published posts. */
export const titlesIn = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main li h2')].map((title) => title.textContent));

/** Waits until the form shows a file input, then adds a picture to the text through it. */
export async function choosePicture(tab: EngineTab, base64: string): Promise<void> {
  const choose = (encoded: string) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
    const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].at(-1);
    if (!input) return false;
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  };
  await expect.poll(() => tab.evaluate(choose, base64)).toBe(true);
}
