import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { sessionCookiePaths } from '../../../src/contract/paths.ts';
import { scaled, stepTimeoutMs } from '../../test-run.ts';
import { type Author, registerAuthor } from './authors.ts';
import type { Site } from './site.ts';

export interface ConsoleLine {
  /** `log`, `warning` or `error`; `uncaught` is an unhandled exception. */
  type: string;
  text: string;
}

/** A page in a browser context of its own, whose storage is empty except for the login of `author`. */
export interface Tab extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The page's console messages, in order. */
  readonly console: ConsoleLine[];
  /** Opens the path by a document load. */
  goto(path: string): Promise<void>;
}

/** Returns the page's warnings and errors. */
export const troubles = ({ console }: Tab): ConsoleLine[] =>
  console.filter(({ type }) => ['warning', 'error', 'uncaught'].includes(type));

export interface TabOptions extends BrowserContextOptions {
  /** The author who is logged in, if any. */
  author?: Author;
  /** `held`: the worker's script never arrives. Tests of a screen then take half the time. */
  worker?: 'held';
}

/** For tests of screens that look the same with and without a worker. */
export const beforeWorker = { worker: 'held' } satisfies TabOptions;

export async function openTab(site: Site, { author, worker, ...options }: TabOptions = {}): Promise<Tab> {
  if (worker === 'held') site.holdWorker();
  await using undo = new AsyncDisposableStack();
  const browser = await chromium.connect(inject('browser'));
  undo.defer(() => browser.close());
  const context = await browser.newContext({
    baseURL: site.origin,
    locale: 'en-US',
    ...options,
    ...(author && { storageState: storageOf(site, author) }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  const lines: ConsoleLine[] = [];
  page.on('console', (message) => {
    lines.push({ type: message.type(), text: `${message.text()} (${message.location().url})` });
  });
  page.on('pageerror', (error) => lines.push({ type: 'uncaught', text: String(error) }));
  const opened = undo.move();
  return {
    context,
    page,
    console: lines,
    async goto(path) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Registers an author, and opens a tab in which the author is logged in. */
export async function openAuthorTab(site: Site, options: TabOptions = {}): Promise<Tab & { author: Author }> {
  const author = await registerAuthor(site);
  return { ...(await openTab(site, { ...options, author })), author };
}

/** Opens a site and a tab. Both close when the test ends, even by a timeout. */
export async function openTabOn<S extends Site>(openSite: () => Promise<S>, options?: TabOptions) {
  return closedWithTest(openSite, (site) => openTab(site, options));
}

/** Opens a site, registers an author, and opens the author's tab. Site and tab close when the test ends. */
export async function openAuthorTabOn<S extends Site>(openSite: () => Promise<S>, options?: TabOptions) {
  const opened = await closedWithTest(openSite, (site) => openAuthorTab(site, options));
  return { ...opened, author: opened.tab.author };
}

async function closedWithTest<S extends Site, T extends Tab>(
  openSite: () => Promise<S>,
  openTabOf: (site: S) => Promise<T>,
) {
  const undo = new AsyncDisposableStack();
  onTestFinished(() => undo.disposeAsync(), scaled(60_000));
  const site = undo.use(await openSite());
  const tab = undo.use(await openTabOf(site));
  return { site, tab, page: tab.page, context: tab.context };
}

function storageOf({ origin }: Site, { token, userId, cookie = '' }: Author) {
  const [name = '', value = ''] = cookie.split('=');
  const cookies = sessionCookiePaths.map((path) => ({
    name,
    value,
    domain: 'localhost',
    path,
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  }));
  const localStorage = [
    { name: 'token', value: token },
    { name: 'userId', value: userId },
  ];
  return { cookies: name === '' ? [] : cookies, origins: [{ origin, localStorage }] };
}
