/** The page's registered worker; none where there are no workers, or where the browser refuses to tell. Never rejects. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch (error) {
    console.info('This browser keeps no service workers for this site; the app works without.', error);
    return undefined;
  }
}
