import { createStore } from './store.ts';

/** Chromium's offer to install the app (Manifest Incubations); not in TypeScript's library. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser offers at this moment. */
export const installOffer = createStore<InstallOffer | undefined>(undefined);

/**
 * From the first moment on: the browser offers once a page, and what nobody hears is lost. Who comes for the first time
 * is offered nothing: they came to read, and the page would load more than they need.
 */
export function hearInstallOffer(): void {
  const hasBeenHere = navigator.serviceWorker?.controller != null;
  addEventListener('beforeinstallprompt', (event) => {
    // Its own banner would come over the page unasked.
    event.preventDefault();
    if (hasBeenHere) installOffer.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installOffer.set(undefined));
}

/**
 * Safari on iOS, which installs by hand alone. Only WebKit there has the property, and it is true in the installed app;
 * the other browsers there have it too, and name themselves.
 */
export const isIosSafari = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && !/(Cr|Fx|Edg)iOS/.test(navigator.userAgent);
