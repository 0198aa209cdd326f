/** Returns the page's registered worker, if there is one and the browser tells. Never rejects. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch (error) {
    console.info('This browser keeps no service workers for this site; the app works without.', error);
    return undefined;
  }
}
