/** Returns the page's service worker registration; `undefined` if there is none or it cannot be read. Never rejects. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch (error) {
    console.info('The browser forbids service workers for this site; the app works without one.', error);
    return undefined;
  }
}
