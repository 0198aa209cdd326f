import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { keptPage } from './rendered.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The built app, whole: installed before the worker takes over, so that every route opens without a network. */
export function precacheShell(): void {
  cleanupOutdatedCaches();
  precache(self.__WB_MANIFEST);
}

/** Every page is the same document, but the list's own. Storage can be cleared under a living worker: then the network has it. */
export async function answerNavigation(request: Request): Promise<Response> {
  return (await keptPage(request.url)) ?? (await matchPrecache('/index.html')) ?? fetch(request);
}

export function answerPrecached(event: FetchEvent): void {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(matchPrecache(event.request).then((response) => response ?? fetch(event.request)));
}
