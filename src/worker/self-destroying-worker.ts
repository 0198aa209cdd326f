/// <reference types="vite/client" />

declare const self: ServiceWorkerGlobalScope;

/**
 * The self-destroying worker, which `VITE_WORKER=off` ships in the worker's place. It takes over at once, deletes every
 * cache and unregisters itself. Open pages are not reloaded; they go on from the network. Authors' texts are in
 * IndexedDB and stay.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
