import { orLog } from '../../device/or-log.ts';
import { maxEntries } from '../../device/storage/max-entries.ts';
import { evictOldest, hasCacheStorage, isQuotaExceeded } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { evictableImageCaches } from '../../device/storage/with-eviction.ts';

const imageCaches = [cacheNames.pinnedImages, ...evictableImageCaches];

export const findCachedImage = (url: string): Promise<Response | undefined> => findIn(url, { ignoreVary: true });

/** Finds an uploaded image also if it was cached in another width. */
export const findCachedImageOfAnySize = (url: string): Promise<Response | undefined> =>
  findIn(url, { ignoreVary: true, ignoreSearch: true });

async function findIn(url: string, options: CacheQueryOptions): Promise<Response | undefined> {
  for (const name of imageCaches) {
    const response = await (await caches.open(name)).match(url, options);
    if (response) return response;
  }
  return undefined;
}

/** Returns whether to cache the response. An opaque response may be a failure: a page deletes it if it is no image. */
export const isCacheableImage = (response: Response): boolean =>
  response.type === 'opaque' ||
  (response.status === 200 && response.headers.get('Content-Type')?.startsWith('image/') === true);

const others = 'image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

/**
 * Fetches an image as the page's `<img>` does. Servers may choose the format by `Accept`: our own backend sends AVIF to
 * browsers that accept it. The `Accept` header is exactly Chromium's, so that the HTTP cache can answer.
 */
export async function fetchLikeImgElement(url: string, signal?: AbortSignal): Promise<Response> {
  const Accept = (await decodesAvif()) ? `image/avif,${others}` : others;
  return fetch(url, { mode: 'no-cors', headers: { Accept }, ...(signal && { signal }) });
}

/** Returns whether the browser decodes AVIF; `false` if unknown. A test decode would never end in WebKit's workers. */
async function decodesAvif(): Promise<boolean> {
  return typeof ImageDecoder !== 'undefined' && ImageDecoder.isTypeSupported('image/avif');
}

/**
 * Fetches and caches an image, unless it is cached.
 *
 * @returns whether it is cached or its host has answered.
 */
export async function cacheMissingImage(url: string, signal?: AbortSignal): Promise<boolean> {
  if (await findCachedImage(url)) return true;
  const response = await fetchLikeImgElement(url, signal).catch(() => undefined);
  if (response && isCacheableImage(response)) await cacheImage(url, response);
  return response !== undefined && response.status < 500;
}

/** Caches an image, and evicts the oldest images beyond `maxEntries`. On a full device, only evicts. */
export async function cacheImage(url: string, response: Response): Promise<void> {
  const [images, opaque] = await Promise.all([caches.open(cacheNames.images), caches.open(cacheNames.opaqueImages)]);
  try {
    await (response.type === 'opaque' ? opaque : images).put(url, response);
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    // Storage is full: frees space for later, and does not try this image again.
    await evictOldest(opaque, Math.floor(maxEntries.opaqueImages / 2));
    await evictOldest(images, Math.floor(maxEntries.images / 2));
  }
  await evictOldest(opaque, maxEntries.opaqueImages);
  await evictOldest(images, maxEntries.images - (await opaque.keys()).length);
}

/**
 * Deletes a cached response that turned out to be no image, which happens with opaque responses. The next request then
 * goes to the network. Never rejects.
 */
export async function deleteCachedImage(url: string): Promise<void> {
  if (!hasCacheStorage()) return;
  const deleting = imageCaches.map(async (name) => (await caches.open(name)).delete(new URL(url, location.href).href));
  await orLog(`Could not delete the cached response of ${url}, which is no image.`, Promise.all(deleting));
}
