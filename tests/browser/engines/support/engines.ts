import { inject, type TestContext, test } from 'vitest';
import type { EngineProfile } from './engine.ts';
import type { WebKitPrograms } from './find.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What drives each engine; nothing where it cannot be had. */
    firefox: string | undefined;
    webKit: WebKitPrograms | undefined;
  }
}

export type OpenProfile = () => Promise<EngineProfile>;

const firefox = inject('firefox');
const webKit = inject('webKit');

type Test = (openProfile: OpenProfile) => Promise<void>;

/**
 * The same test in every engine but Chromium, which has Playwright's tests of its own; skipped where one is not here.
 * `exceptInWebKit`: why not there.
 */
export function inEachEngine(title: string, run: Test, { exceptInWebKit = '' } = {}): void {
  test(`${title} (Firefox)`, async ({ skip, onTestFinished }) => {
    if (!firefox) return skip('No Firefox here, and none could be installed');
    await run(endedWithTest(onTestFinished, () => openFirefox(firefox)));
  });
  test(`${title} (WebKit)`, async ({ skip, onTestFinished }) => {
    if (exceptInWebKit !== '') return skip(`Not in WebKit: ${exceptInWebKit}`);
    if (!webKit) return skip('No WebKit here, and none could be installed');
    await run(endedWithTest(onTestFinished, () => openWebKit(webKit)));
  });
}

/** A test that runs out of time never comes to its own end: its browser is ended all the same, and with it what it waits for. */
function endedWithTest(onTestFinished: TestContext['onTestFinished'], open: OpenProfile): OpenProfile {
  return async () => {
    const profile = await open();
    onTestFinished(() => profile[Symbol.asyncDispose]());
    return profile;
  };
}
