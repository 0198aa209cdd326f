import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/support/chromium.ts';
import { type BudgetCheck, checkNone } from './checks.ts';
import type { Fixture } from './fixture.ts';
import type { State } from './state.ts';

const widths = { phone: { width: 360, height: 800 }, desktop: { width: 1280, height: 800 } } as const;

const looks = [
  { device: 'phone', theme: 'light' },
  { device: 'phone', theme: 'dark' },
  { device: 'desktop', theme: 'light' },
  { device: 'desktop', theme: 'dark' },
] as const;

/** How many states are captured at a time: one waits for its page while another is drawn. */
const atATime = 2;

/** Timeout of each step towards a state, in milliseconds. */
const patience = 10_000;

/** Captures every state at two widths in both themes, and checks that axe finds no violations. */
export async function captureStates(stage: Fixture, states: State[], folder: string): Promise<BudgetCheck[]> {
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await using browser = await launchChromium();
  const hung: BudgetCheck[][] = [];
  const left = states.entries();
  const work = async () => {
    for (const [index, state] of left) hung[index] = await lookAt(browser, stage, state, folder);
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return hung.flat();
}

async function lookAt(browser: Browser, stage: Fixture, state: State, folder: string): Promise<BudgetCheck[]> {
  const { origin, author } = stage;
  const localStorage = Object.entries(author).map(([name, value]) => ({ name, value }));
  await using context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    viewport: widths.phone,
    reducedMotion: 'reduce',
    serviceWorkers: state.withWorker ? 'allow' : 'block',
    storageState: { cookies: [], origins: state.signedIn ? [{ origin, localStorage }] : [] },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const checks: BudgetCheck[] = [];
  try {
    await state.open(page, stage);
  } catch (error) {
    return [checkNone(state.name, 'what kept it from being shown', [String(error)])];
  }
  for (const { device, theme } of looks) {
    const file = `pictures/${slugOf(state.name)}-${device}-${theme}.png`;
    await page.setViewportSize(widths[device]);
    await page.emulateMedia({ colorScheme: theme });
    await decoded(page);
    await page.screenshot({ path: join(folder, file) });
    checks.push(checkNone(state.name, `axe violations, ${theme}`, await violations(page), device));
  }
  await page.close();
  return checks;
}

const slugOf = (name: string) =>
  name
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase() || 'landing';

const decoded = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled([...document.images].filter(({ complete }) => complete).map((image) => image.decode())),
  );

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: inPage }: { axe: typeof axe } = Object(window);
    return (await inPage.run({ resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`));
}
