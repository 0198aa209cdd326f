import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { stepTimeoutMs } from '../../test-run.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import type { ConsoleLine } from './tab.ts';

export interface BlockedWindow extends AsyncDisposable {
  readonly page: Page;
  /** Exceptions nobody handled, and promises nobody caught. */
  readonly uncaught: string[];
  readonly console: ConsoleLine[];
}

/**
 * A Chromium whose person has forbidden all sites to keep anything: local and session storage, IndexedDB, Cache Storage,
 * Web Locks and workers throw or reject as soon as they are touched.
 */
export async function openBlockedWindow(): Promise<BlockedWindow> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-blocked-'));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: chromiumFlags,
    locale: 'en-US',
  });
  undo.defer(() => context.close());
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(stepTimeoutMs);
  const uncaught: string[] = [];
  const console: ConsoleLine[] = [];
  page.on('pageerror', (error) => uncaught.push(error.stack ?? String(error)));
  page.on('console', (message) => console.push({ type: message.type(), text: message.text() }));
  const opened = undo.move();
  return { page, uncaught, console, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
