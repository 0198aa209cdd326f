import { readPreferences } from '../device/storage/display-preferences.ts';
import { applyPreferences } from './apply-preferences.ts';
import { hasExpectedType } from './file-checks.ts';
import { findPrecached, restorePrecached } from './precache.ts';
import { findRenderedHome } from './rendered-home.ts';
import { dressWithSite } from './site-files.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Every page is the same document, except the list, which may be cached as the server rendered it. Storage can be
 * cleared while the worker lives; then the network answers.
 */
export async function respondToNavigation(request: Request): Promise<Response> {
  const preferences = readPreferences();
  const page = (await findRenderedHome(request.url)) ?? (await dressWithSite(appFile('/index.html')));
  return page ? applyPreferences(page, await preferences) : fetch(request);
}

export function respondWithPrecached(event: FetchEvent): void {
  const { url } = event.request;
  if (new URL(url).origin !== self.location.origin) return;
  event.respondWith(appFile(url).then((file) => file ?? askNetwork(event.request)));
}

/** Returns a network error if a script or style has another type: hosts send an HTML page for a file they lack. */
async function askNetwork(request: Request): Promise<Response> {
  const response = await fetch(request);
  const isPart = request.destination === 'script' || request.destination === 'style';
  return isPart && !hasExpectedType(request.url, response) ? Response.error() : response;
}

const appFile = async (url: string) => (await findPrecached(url)) ?? restorePrecached(url);
