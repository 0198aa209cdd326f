/** The property that holds an install prompt for the app. Never rename it: another build's page may set it. */
const property = 'earlyInstallPrompt';

/**
 * Holds the browser's install prompt for the app. It comes only once for each page, and on a slow phone before the app
 * has started. Part of the start script, which must not import modules of the app.
 */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Keeps the browser from showing its own banner over the page.
    event.preventDefault();
    Reflect.set(window, property, event);
  });
}

/** Returns the install prompt that has come already, if any. */
export const heldInstallPrompt = (): Event | undefined => Reflect.get(window, property);
