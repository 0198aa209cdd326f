import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { stepTimeoutMs } from '../../test-run.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import type { Site } from './site.ts';

/** The app in a window of its own, as if installed. Its storage survives `close`. */
export interface InstalledApp extends AsyncDisposable {
  open(path: string): Promise<Page>;
  /** Closes the app, and keeps its storage. */
  close(): Promise<void>;
}

/** Creates a browser profile on disk, because Chromium installs no app from a private window. */
export async function openInstalledApp({ origin }: Pick<Site, 'origin'>): Promise<InstalledApp> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-app-'));
  let close: () => Promise<void> = async () => undefined;
  return {
    async open(path) {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: findChromium(),
        args: [...chromiumFlags, `--app=${origin}${path}`],
      });
      close = async () => {
        await context.close();
      };
      const page = context.pages()[0] ?? (await context.waitForEvent('page'));
      page.setDefaultTimeout(stepTimeoutMs);
      return page;
    },
    close: () => close(),
    async [Symbol.asyncDispose]() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
