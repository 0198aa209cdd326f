import { inject, type TestContext, type TestOptions, test } from 'vitest';
import { findChromium } from '../../support/chromium.ts';
import type { EngineProfile } from './engine.ts';
import type { WebKitPrograms } from './find.ts';
import { openChromium, openFirefox } from './puppeteer.ts';
import { openWebKit } from './webkit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of Firefox and of WebKit's programs; `undefined` if they cannot be installed. */
    firefox: string | undefined;
    webKit: WebKitPrograms | undefined;
  }
}

export type OpenProfile = () => Promise<EngineProfile>;

const firefox = inject('firefox');
const webKit = inject('webKit');

type Test = (openProfile: OpenProfile) => Promise<void>;

/** In Firefox and WebKit, only `npm run test:all` runs tests with this tag. */
const exhaustive = { tags: ['exhaustive'] };

/** Declares the same test for every engine. `npm test` runs it only in Chromium. */
export function inEachEngine(title: string, run: Test): void {
  inChromium(title, run);
  inFirefoxAndWebKit(title, run, exhaustive);
}

/** Declares the same test for every engine, and `npm test` runs it in each. */
export function inEachEngineOnGate(title: string, run: Test): void {
  inChromium(title, run);
  inFirefoxAndWebKit(title, run, {});
}

/** Declares a test for Firefox and WebKit alone. In Chromium, `tests/browser` has a stricter test. */
export const inOtherEngines = (title: string, run: Test): void => inFirefoxAndWebKit(title, run, exhaustive);

function inChromium(title: string, run: Test): void {
  test(`${title} (Chromium)`, async ({ onTestFinished }) => {
    await run(endedWithTest(onTestFinished, () => openChromium(findChromium())));
  });
}

/** Declares the test for Firefox and WebKit; skips an engine that is not installed. */
function inFirefoxAndWebKit(title: string, run: Test, options: TestOptions): void {
  test(`${title} (Firefox)`, options, async ({ skip, onTestFinished }) => {
    if (!firefox) return skip('No Firefox here, and none could be installed');
    await run(endedWithTest(onTestFinished, () => openFirefox(firefox)));
  });
  test(`${title} (WebKit)`, options, async ({ skip, onTestFinished }) => {
    if (!webKit) return skip('No WebKit here, and none could be installed');
    await run(endedWithTest(onTestFinished, () => openWebKit(webKit)));
  });
}

/** Returns `open` with a cleanup: each profile closes when the test ends, even by a timeout. */
function endedWithTest(onTestFinished: TestContext['onTestFinished'], open: OpenProfile): OpenProfile {
  return async () => {
    const profile = await open();
    onTestFinished(() => profile[Symbol.asyncDispose]());
    return profile;
  };
}
