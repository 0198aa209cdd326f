import { readLook } from '../data/look.ts';
import { findFile } from './build.ts';
import { dress } from './look.ts';
import { keptPage } from './rendered.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every page is the same document, but the list's own. Storage can be cleared under a living worker: then the network has it. */
export async function answerNavigation(request: Request): Promise<Response> {
  const look = readLook();
  const page = (await keptPage(request.url)) ?? (await findFile('/index.html'));
  return page ? dress(page, await look) : fetch(request);
}

export function answerPrecached(event: FetchEvent): void {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(findFile(event.request.url).then((response) => response ?? fetch(event.request)));
}
