import { createObservable } from './observable.ts';

/** Chromium's install prompt (Manifest Incubations); missing from TypeScript's DOM library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The install prompt that the browser offers at this moment, if any. */
export const installPrompt = createObservable<InstallPromptEvent | undefined>(undefined);

/**
 * Called as early as possible, as the browser fires its event once for each page. On a first visit no prompt is
 * offered: people came to read, and the page would load code they do not need.
 */
export function listenForInstallPrompt(): void {
  const hasBeenHere = navigator.serviceWorker?.controller != null;
  addEventListener('beforeinstallprompt', (event) => {
    // Keeps the browser from showing its own banner over the page.
    event.preventDefault();
    if (hasBeenHere) installPrompt.set(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => installPrompt.set(undefined));
}

/**
 * Whether this is Safari on iOS outside the installed app, where people can install by hand only.
 * `navigator.standalone` exists only in WebKit on iOS, and is true in the installed app. Other browsers on iOS have it
 * too, but name themselves.
 */
export const isIosSafari = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && !/(Cr|Fx|Edg)iOS/.test(navigator.userAgent);
