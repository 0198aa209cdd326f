import { matchPrecache } from 'workbox-precaching';
import { isQuotaExceeded, trim } from '../data/copies/cache.ts';
import { bounds, cacheNames } from '../data/storage.ts';

/** From the copy, else from the network, and kept. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await keptImage(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (isWorthKeeping(response)) event.waitUntil(keepImage(request.url, response.clone()));
  return response;
}

/** A device that can't say what it keeps is one that keeps nothing: the network answers. */
async function keptImage(request: Request): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheNames.images);
    return (await cache.match(request.url, { ignoreVary: true })) ?? (await matchPrecache(request));
  } catch (error) {
    console.error(`What is kept of ${request.url} could not be read.`, error);
    return undefined;
  }
}

/** Images shown before the worker was there; the browser's own cache has most of them still. */
export async function keepImages(urls: string[]): Promise<void> {
  const cache = await caches.open(cacheNames.images);
  for (const url of urls) {
    if (await cache.match(url, { ignoreVary: true })) continue;
    const response = await fetch(url, { mode: 'no-cors' }).catch(() => undefined);
    if (response && isWorthKeeping(response)) await keepImage(url, response);
  }
}

/** An opaque answer may be a failure; the page drops what turns out to be no image. */
const isWorthKeeping = (response: Response): boolean =>
  response.type === 'opaque' || (response.ok && response.headers.get('Content-Type')?.startsWith('image/') === true);

async function keepImage(url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheNames.images);
  try {
    await cache.put(url, response);
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    // No room for one more: the copies that are here are worth more than this one.
    await trim(cache, Math.floor(bounds.images / 2));
  }
  await trim(cache, bounds.images);
}
