import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags } from '../browser/chromium.ts';
import { type Check, checkNone } from './checks.ts';
import type { Screen } from './screens.ts';
import type { Stage } from './stage.ts';

const widths = { phone: { width: 412, height: 823 }, desktop: { width: 1280, height: 800 } } as const;
const themes = ['light', 'dark'] as const;

/** axe on every screen, and on the open user menu, in both themes and at two widths: no violation. */
export async function findViolations(stage: Stage, screens: Screen[], executablePath: string): Promise<Check[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const checks: Check[] = [];
    for (const theme of themes) {
      for (const device of ['phone', 'desktop'] as const) {
        for (const signedIn of [false, true]) {
          const seen = screens.filter((screen) => screen.signedIn === signedIn);
          if (seen.length > 0) checks.push(...(await inspect(browser, stage, seen, { theme, device, signedIn })));
        }
      }
    }
    return checks;
  } finally {
    await browser.close();
  }
}

interface Look {
  theme: (typeof themes)[number];
  device: keyof typeof widths;
  signedIn: boolean;
}

async function inspect(browser: Browser, { origin, author }: Stage, screens: Screen[], look: Look): Promise<Check[]> {
  const localStorage = Object.entries(author).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: look.theme,
    viewport: widths[look.device],
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: look.signedIn ? [{ origin, localStorage }] : [] },
  });
  const page = await context.newPage();
  const what = `axe violations, ${look.theme}`;
  const visit = look.signedIn ? `${look.device}, signed in` : look.device;
  const checks: Check[] = [];
  for (const { name, path } of screens) {
    await page.goto(path, { waitUntil: 'networkidle' });
    checks.push(checkNone(name, what, await violations(page), visit));
  }
  if (look.signedIn) {
    await page.getByRole('button', { name: 'Ada' }).click();
    checks.push(checkNone('user menu', what, await violations(page), visit));
  }
  await context.close();
  return checks;
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: inPage }: { axe: typeof axe } = Object(window);
    return (await inPage.run({ resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`));
}
