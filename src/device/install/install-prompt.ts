import { createObservable } from '../observable.ts';
import { heldInstallPrompt } from './early-install-prompt.ts';

/** Chromium's install prompt (Manifest Incubations); missing from TypeScript's DOM library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's pending install prompt, if any. */
export const installPrompt = createObservable<InstallPromptEvent | undefined>(undefined);

/**
 * Listens for the browser's install prompt, and uses a prompt that fired before the app started. On a first visit, the
 * app offers no prompt: visitors came to read, and the page would load code that they do not need.
 */
export function listenForInstallPrompt(): void {
  const hasBeenHere = navigator.serviceWorker?.controller != null;
  const take = (event: Event) => {
    // Keeps the browser from showing its own banner over the page.
    event.preventDefault();
    if (hasBeenHere) installPrompt.set(event as InstallPromptEvent);
  };
  const early = heldInstallPrompt();
  if (early) take(early);
  addEventListener('beforeinstallprompt', take);
  addEventListener('appinstalled', () => installPrompt.set(undefined));
}

/**
 * Returns whether this is Safari on iOS outside the installed app. There, people can install only by hand.
 * `navigator.standalone` exists only in WebKit on iOS, and is true in the installed app. Other browsers on iOS have it
 * too, but name themselves in the user agent.
 */
export const isIosSafari = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && !/(Cr|Fx|Edg)iOS/.test(navigator.userAgent);
