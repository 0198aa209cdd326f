import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core';
import { stepTimeoutMs } from '../../../test-run.ts';
import { chromiumFlagsFor } from '../../support/chromium.ts';
import { ownGroup, type ProcessGroup } from '../../support/process-group.ts';
import type { EngineProfile, EngineTab, Said } from './engine.ts';
import { findField, findTarget, type Target } from './target.ts';
import { within } from './within.ts';

/** Opens Chromium. `preferences` are a user's settings, as Chromium's profile stores them. */
export const openChromium = (executablePath: string, preferences: object = {}): Promise<EngineProfile> =>
  openBrowser({ browser: 'chrome', executablePath, args: chromiumFlagsFor('nobody') }, preferences);

/** Opens Firefox, over WebDriver BiDi. `extraPrefsFirefox` are a user's settings under about:config. */
export const openFirefox = (
  executablePath: string,
  extraPrefsFirefox: Record<string, number | boolean> = {},
): Promise<EngineProfile> => openBrowser({ browser: 'firefox', executablePath, extraPrefsFirefox });

async function openBrowser(options: LaunchOptions, preferences?: object): Promise<EngineProfile> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-profile-'));
  if (preferences) {
    await mkdir(join(folder, 'Default'));
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  }
  const started: ProcessGroup[] = [];

  async function start() {
    const browser = await puppeteer.launch({
      ...options,
      userDataDir: folder,
      headless: true,
      // Playwright's default size.
      defaultViewport: { width: 1280, height: 720 },
    });
    if (options.browser === 'firefox') runScriptsWithoutActivation(browser);
    const child = browser.process();
    if (!child) throw new Error(`${options.browser} did not start`);
    const group = ownGroup(child);
    started.push(group);
    const said: Said[] = [];
    const openTab = async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      // In Chromium, a background tab draws nothing and ignores clicks.
      if (options.browser === 'chrome') await page.emulateFocusedPage(true);
      page.on('console', (message) => said.push({ type: typeOf(message.type()), text: message.text() }));
      page.on('pageerror', (error) => said.push({ type: 'uncaught', text: String(error) }));
      return tabOf(page);
    };
    return { tab: await openTab(), said, openTab, kill: group.kill };
  }

  return {
    start,
    async [Symbol.asyncDispose]() {
      for (const group of started) await group.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/**
 * Makes Puppeteer run scripts in Firefox without user activation. With user activation, the app would not restore the
 * scroll position, because the reader seems to have acted before the app started.
 */
function runScriptsWithoutActivation(browser: Browser): void {
  type Send = (method: string, params: object, timeout?: number) => Promise<unknown>;
  const { connection } = browser as unknown as { connection: { send: Send } };
  const send = connection.send.bind(connection);
  connection.send = (method, params, timeout) =>
    send(method, 'userActivation' in params ? { ...params, userActivation: false } : params, timeout);
}

const typeOf = (type: string) => (type === 'warn' ? 'warning' : type);

function tabOf(page: Page): EngineTab {
  const find = async <T>(what: string, script: (wanted: T) => HTMLElement | undefined, wanted: T) =>
    within(10_000, what, async () => {
      const handle = await page.evaluateHandle(script as (wanted: unknown) => HTMLElement | undefined, wanted);
      return (handle.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
    });
  return {
    async goto(url) {
      const go = () => page.goto(url, { waitUntil: 'domcontentloaded' });
      // If the server hangs, Firefox may abort the new navigation together with the old page's load: navigate again.
      await go().catch((error: unknown) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error;
        return go();
      });
    },
    async reload() {
      await page.reload({ waitUntil: 'domcontentloaded' });
    },
    evaluate: page.evaluate.bind(page) as EngineTab['evaluate'],
    async click(target: Target) {
      const click = async () => {
        const element = await find(`${target.role} ${target.name}`, findTarget, target);
        await element.evaluate(untilItRests);
        await element.click();
      };
      // The app may replace the element just before the click, for instance when a list reloads: click again.
      await click().catch((error: unknown) => {
        if (!String(error).includes('Node is detached')) throw error;
        return click();
      });
    },
    async type(label, text) {
      const field = await find(`field ${label}`, findField, label);
      await field.focus();
      await page.evaluate(() => getSelection()?.modify('move', 'forward', 'documentboundary'));
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    close: () => page.close(),
  };
}

/** Runs in the page. Resolves once the element has not moved for a frame: a click on a moving button may miss it. */
async function untilItRests(element: Element): Promise<void> {
  const place = () => JSON.stringify(element.getBoundingClientRect());
  let before: string;
  do {
    before = place();
    await new Promise(requestAnimationFrame);
  } while (before !== place());
}
