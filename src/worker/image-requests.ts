import { callTemplates, parametersIn } from '../contract/paths.ts';
import { callPathOf, isOwnBackend } from '../device/calls/host.ts';
import { orLog } from '../device/or-log.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';
import {
  cacheImage,
  cacheMissingImage,
  findCachedImage,
  findCachedImageOfAnySize,
  isCacheableImage,
} from '../reading/store/image-cache.ts';
import { imageResponse, readImageBytes } from '../writing/pictures/stored-images.ts';
import { findPrecached } from './precache.ts';

export function isImage(request: Request): boolean {
  return request.destination === 'image' && request.url.startsWith('http');
}

export async function respondWithImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const name = uploadedNameOf(request.url);
  const found = (await findImageOffline(request)) ?? (name && (await findUnpublished(name)));
  if (found) return found;
  try {
    const response = await fetch(request);
    if (isCacheableImage(response)) event.waitUntil(cacheImage(request.url, response.clone()));
    else if (![404, 410].includes(response.status)) return (name && (await findInAnySize(request.url))) || response;
    return response;
  } catch (error) {
    const other = name && (await findInAnySize(request.url));
    if (!other) throw error;
    console.info(`Could not fetch ${request.url}; showing it in another size.`, error);
    return other;
  }
}

const findInAnySize = (url: string): Promise<Response | undefined> =>
  orLog(`Could not look for another size of ${url} among the cached images.`, findCachedImageOfAnySize(url));

/** Returns a cached image. If the cache cannot be read, returns `undefined`, so that the network answers. */
const findImageOffline = ({ url }: Request): Promise<Response | undefined> =>
  orLog(
    `Could not read the cached image ${url}; asking the network.`,
    findCachedImage(url).then((image) => image ?? findPrecached(url)),
  );

/** Returns the name of an image of our own backend, in whatever width it is requested. */
function uploadedNameOf(url: string): string | undefined {
  const path = isOwnBackend ? callPathOf(new URL(url)) : undefined;
  return path && parametersIn(callTemplates.image, path)?.name;
}

/** Returns an image of a draft or a pending post. The backend might not have the image yet. */
async function findUnpublished(name: string): Promise<Response | undefined> {
  const bytes = await orLog(
    `Could not look for the image ${name} among the unpublished pictures; asking the network.`,
    resultWithin(timeouts.databaseOpenTimeoutMs, readImageBytes(name)),
  );
  return bytes && imageResponse(name, bytes);
}

/** Caches images that were shown before the worker served the page. Most are still in the HTTP cache. Never rejects. */
export async function cacheShownImages(urls: string[]): Promise<void> {
  try {
    for (const url of urls) await cacheMissingImage(url);
  } catch (error) {
    console.error('Could not cache the images that were shown; they are cached when shown again.', error);
  }
}
