import { createObservable } from '../observable.ts';
import { heldInstallPrompt } from './early-install-prompt.ts';

/** Chromium's install prompt (Manifest Incubations); missing from TypeScript's DOM library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The install prompt that the browser offers at this moment, if any. */
export const installPrompt = createObservable<InstallPromptEvent | undefined>(undefined);

/**
 * Listens for the browser's install prompt, and takes one that came before the app started. On a first visit the app
 * offers none: people came to read, and the page would load code they do not need.
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
 * Whether this is Safari on iOS outside the installed app, where people can install by hand only.
 * `navigator.standalone` exists only in WebKit on iOS, and is true in the installed app. Other browsers on iOS have it
 * too, but name themselves in the user agent.
 */
export const isIosSafari = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && !/(Cr|Fx|Edg)iOS/.test(navigator.userAgent);
