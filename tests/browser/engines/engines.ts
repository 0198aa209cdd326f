import { inject, test } from 'vitest';
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

/** The same test in every engine but Chromium, which has Playwright's tests of its own; skipped where one is not here. `exceptInWebKit`: why not there. */
export function inEachEngine(title: string, run: Test, { exceptInWebKit = '' } = {}): void {
  test.skipIf(!firefox)(`${title} (Firefox)`, async () => {
    if (firefox) await run(() => openFirefox(firefox));
  });
  // WebKitGTK may never open the database for a page that follows another too soon, however rarely.
  test.skipIf(!webKit || exceptInWebKit !== '')(`${title} (WebKit)`, { retry: 2 }, async () => {
    if (webKit) await run(() => openWebKit(webKit));
  });
}
