/** The property of `window` that holds the install prompt. Never rename it: another build's page may set it. */
const property = 'earlyInstallPrompt';

/**
 * Stores the browser's `beforeinstallprompt` event for the app. The event fires once for each page, and on a slow phone
 * before the app has started. Part of the start script, which must not import modules of the app.
 */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Keeps the browser from showing its own banner over the page.
    event.preventDefault();
    Reflect.set(window, property, event);
  });
}

/** Returns the `beforeinstallprompt` event that has fired already, if any. */
export const heldInstallPrompt = (): Event | undefined => Reflect.get(window, property);
