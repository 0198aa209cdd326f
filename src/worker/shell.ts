import { findFile } from './build.ts';
import { keptPage } from './rendered.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every page is the same document, but the list's own. Storage can be cleared under a living worker: then the network has it. */
export async function answerNavigation(request: Request): Promise<Response> {
  return (await keptPage(request.url)) ?? (await findFile('/index.html')) ?? fetch(request);
}

export function answerPrecached(event: FetchEvent): void {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(findFile(event.request.url).then((response) => response ?? fetch(event.request)));
}
