import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Author } from './authors.ts';
import type { Site } from './site.ts';

export interface ConsoleLine {
  /** `log`, `warning`, `error`; `uncaught` is an exception nobody handled. */
  type: string;
  text: string;
}

/** A browser window of one person: nothing on the device but what the options say. */
export interface Tab extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything the page said, in order. */
  readonly console: ConsoleLine[];
  /** Opens the path by a document load. */
  goto(path: string): Promise<void>;
}

/** What the page warned of or broke at. */
export const troubles = ({ console }: Tab): ConsoleLine[] =>
  console.filter(({ type }) => ['warning', 'error', 'uncaught'].includes(type));

export interface TabOptions extends BrowserContextOptions {
  /** Logged in as this author. */
  author?: Author;
}

export async function openTab(site: Site, { author, ...options }: TabOptions = {}): Promise<Tab> {
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
  page.setDefaultTimeout(10_000);
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

function storageOf({ origin }: Site, { token, userId, cookie = '' }: Author) {
  const [name = '', value = ''] = cookie.split('=');
  const session = {
    name,
    value,
    domain: 'localhost',
    path: '/blog/posts',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  };
  const localStorage = [
    { name: 'token', value: token },
    { name: 'userId', value: userId },
  ];
  return { cookies: name === '' ? [] : [session], origins: [{ origin, localStorage }] };
}
