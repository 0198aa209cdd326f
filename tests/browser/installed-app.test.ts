// @module-tag exhaustive: windows of an installed app, which few changes affect
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stepTimeoutMs } from '../test-run.ts';
import { formHolds, openForm } from './support/authoring.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { chromiumFlags, findChromium } from './support/chromium.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { button, field, fill, heading, isAt, listShows } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const install = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Install', exact: true });

/** Opens a browser with a profile on disk, because a private window can install nothing. */
async function openBrowser(): Promise<{ page: Page } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-installed-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: chromiumFlags,
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Installs the app, and sets it to open in its own window, as a person would. */
async function installApp(page: Page, { origin }: Site): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const app = { manifestId: `${origin}/` };
  await session.send('PWA.install', app);
  await session.send('PWA.changeAppUserSettings', { ...app, displayMode: 'standalone' });
  return session;
}

/** Launches the installed app, at `path` if given, and returns its page. */
async function launch(page: Page, session: CDPSession, { origin }: Site, path?: string): Promise<Page> {
  const context = page.context();
  const opened = context.waitForEvent('page');
  await session.send('PWA.launch', { manifestId: `${origin}/`, ...(path !== undefined && { url: origin + path }) });
  const app = await opened;
  app.setDefaultTimeout(stepTimeoutMs);
  return app;
}

test('each shortcut of the installed app opens a new window, also without a server', async () => {
  await using site = await openOwnSite();
  await publish(site, await registerAuthor(site), { title: 'A post' });
  await using browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${site.origin}/home`);
  await waitUntilCached(page, site);
  await page.goto(`${site.origin}/home`);
  await install(page).waitFor();
  const session = await installApp(page, site);
  await site.stop();

  const app = await launch(page, session, site);
  await listShows(app, ['A post']);
  expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  expect(await install(app).count()).toBe(0);
  await openForm(app, site);
  await fill(app, { 'Blog Content': 'Half written.' });
  await markDocument(app);

  const { data } = await session.send('Page.getAppManifest');
  const { shortcuts }: { shortcuts: { name: string; url: string }[] } = JSON.parse(data ?? '{}');
  const screens: Record<string, string> = { Read: 'All Blogs', Create: 'Create New Blog', 'My Blogs': 'My Blogs' };
  expect(shortcuts.map(({ name }) => name)).toEqual(Object.keys(screens));
  for (const { name, url } of shortcuts) {
    const opened = await launch(page, session, site, url);
    await heading(opened, screens[name] ?? '').waitFor();
    expect(await opened.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    await opened.close();
  }
  const sharing = await launch(page, session, site, '/create?text=Shared');
  await formHolds(sharing, 'Shared');
  await isAt(sharing, '/create');

  expect(await isMarked(app)).toBe(true);
  expect(await field(app, 'Blog Content').inputValue()).toBe('Half written.');
});

test('the bar offers Install from the second visit on, until the reader declines', async () => {
  await using site = await openOwnSite();
  await using browser = await openBrowser();
  const { page } = browser;
  await watchShifts({ context: page.context() });
  await page.addInitScript(() => {
    addEventListener('beforeinstallprompt', () => Reflect.set(window, 'isOffered', true));
  });
  await page.goto(`${site.origin}/home`);
  await waitUntilCached(page, site);
  expect(await install(page).count()).toBe(0);
  await page.goto(`${site.origin}/home`);
  await install(page).waitFor();
  expect(await shiftsOf({ page })).toEqual([]);
  // The first script of the page has stored the event `beforeinstallprompt` for the app.
  expect(await page.evaluate(() => Reflect.get(window, 'earlyInstallPrompt') instanceof Event)).toBe(true);
  await install(page).click();
  await page.keyboard.press('Escape');
  expect(await install(page).evaluate((entry) => entry === document.activeElement)).toBe(true);
  await install(page).click();
  await button(page, 'No, and do not ask again').click();
  expect(await install(page).count()).toBe(0);
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);

  for (const path of ['/home', '/create']) {
    await page.goto(site.origin + path);
    await page.waitForFunction(() => Reflect.has(window, 'isOffered'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await install(page).count()).toBe(0);
  }
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
