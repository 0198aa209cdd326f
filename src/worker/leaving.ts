/// <reference types="vite/client" />

declare const self: ServiceWorkerGlobalScope;

/**
 * The way out: what `VITE_WORKER=off` ships in the worker's place. It takes over at once, removes every copy and itself,
 * and leaves open pages alone, which go on from the network. Drafts and outbox are no copies, and stay.
 */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
