/// <reference types="vite/client" />

declare const self: ServiceWorkerGlobalScope;

/**
 * The self-destroying worker, which `VITE_WORKER=off` ships instead of the worker. It takes over at once, deletes every
 * cache and unregisters itself. Open pages are not reloaded, and use the network from then on. Authors' texts are in
 * IndexedDB and stay.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
