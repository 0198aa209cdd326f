import { holdInstallPrompt } from '../device/install/early-install-prompt.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { loadAppAfterPaint } from './load-app-after-paint.ts';
import { isAppRunning } from './start-state.ts';

/**
 * Shows a message when the app fails to start. During a deploy a script can be missing, or the host may answer with an
 * HTML page in its place. Inlined into the page (src/build/recovery-scripts.ts), because any file may be missing.
 */

/** Milliseconds from the page's load, or from a later failure, until the app must be on screen. */
const startTakes = 3_000;
/** In milliseconds: after this time, a page is checked even if its modules are still loading. */
const longestStart = 20_000;

/** Failed imports so far. A browser requests a failed module only under a new URL, so the URL contains this number. */
let asked = 0;

function check(): void {
  setTimeout(
    async () => {
      if (document.readyState !== 'complete' || isAppRunning()) return;
      // The error boundary of a screen shows a message of its own.
      if (!document.querySelector('.part-missing')) document.getElementById('not-started')?.removeAttribute('hidden');
      try {
        const path = asked === 0 ? '/start-recovery.js' : `/start-recovery.js?${asked}`;
        const { recover }: typeof import('./start-recovery.ts') = await import(/* @vite-ignore */ path);
        recover();
      } catch {
        asked += 1;
        check();
      }
    },
    startTakes * 2 ** asked,
  );
}

holdInstallPrompt();
addEventListener('vite:preloadError', check);
addEventListener('error', check);

const modules = document.currentScript?.dataset.modules?.split(' ') ?? [];
const started = resultWithin(longestStart, loadAppAfterPaint(modules));
const checkOnceStarted = () => void started.then(check);
if (document.readyState === 'complete') checkOnceStarted();
else addEventListener('load', checkOnceStarted);
