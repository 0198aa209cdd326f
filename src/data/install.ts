import { createStore } from './store.ts';

/** Chromium's offer to install the app (Manifest Incubations); not in TypeScript's library. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser offers at this moment. */
export const installOffer = createStore<InstallOffer | undefined>(undefined);

/** From the first moment on: the browser offers once, and what nobody hears is lost. */
export function hearInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Its own banner would come over the page unasked.
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installOffer.set(undefined));
}

/**
 * Safari on iOS, which installs by hand alone. Only WebKit there has the property, and it is true in the installed app;
 * the other browsers there have it too, and name themselves.
 */
export const isIosSafari = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && !/(Cr|Fx|Edg)iOS/.test(navigator.userAgent);
