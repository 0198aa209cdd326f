import { hasFileExtension, isBackendPath } from '../contract/paths.ts';
import {
  type DisplayPreferences,
  preferenceAttributes,
  readPreferences,
} from '../device/storage/display-preferences.ts';
import { hasExpectedType } from './file-checks.ts';
import { findPrecached, restorePrecached } from './precache.ts';
import { findRenderedHome } from './rendered-home.ts';
import { dressWithSite } from './site-files.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Returns whether the request opens a page of the app. Excludes paths of the backend, and paths with a file extension
 * except a post's path, whose id may have a dot.
 */
export function isNavigation(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || isBackendPath(pathname)) return false;
  return pathname.startsWith('/blog/') || !hasFileExtension(pathname);
}

/**
 * Answers a navigation. Every page is `index.html`, except the list, which may be cached as the server rendered it. If
 * storage was cleared while the worker runs, the network answers.
 */
export async function respondToNavigation(request: Request): Promise<Response> {
  const preferences = readPreferences();
  const page = (await findRenderedHome(request.url)) ?? (await dressWithSite(appFile('/index.html')));
  return page ? applyPreferences(page, await preferences) : fetch(request);
}

/** Puts the display preferences on the root element, for the first paint. Returns `page` if all are the defaults. */
async function applyPreferences(page: Response, preferences: DisplayPreferences | undefined): Promise<Response> {
  const attributes = Object.entries(preferences ? preferenceAttributes(preferences) : {}).map(
    ([name, value]) => ` ${name}="${value}"`,
  );
  if (attributes.length === 0) return page;
  const html = await page.text();
  return new Response(html.replace('<html', `<html${attributes.join('')}`), page);
}

export function respondWithPrecached(event: FetchEvent): void {
  const { url } = event.request;
  if (new URL(url).origin !== self.location.origin) return;
  event.respondWith(appFile(url).then((file) => file ?? askNetwork(event.request)));
}

/** Returns a network error if a script or style has the wrong type: hosts send an HTML page for a file they lack. */
async function askNetwork(request: Request): Promise<Response> {
  const response = await fetch(request);
  const isPart = request.destination === 'script' || request.destination === 'style';
  return isPart && !hasExpectedType(request.url, response) ? Response.error() : response;
}

const appFile = async (url: string) => (await findPrecached(url)) ?? restorePrecached(url);
