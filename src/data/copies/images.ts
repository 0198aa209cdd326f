import { bounds, cacheNames } from '../storage.ts';
import { passingImages } from './cache.ts';
import { canKeep, isQuotaExceeded, trim } from './space.ts';

/** Where an image can lie. */
const imageCaches = [cacheNames.keptImages, ...passingImages];

export async function findImage(url: string): Promise<Response | undefined> {
  for (const name of imageCaches) {
    const response = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

/** An opaque answer may be a failure; the page drops what turns out to be no image. A part of one (206) can't be kept. */
export const isWorthKeeping = (response: Response): boolean =>
  response.type === 'opaque' ||
  (response.status === 200 && response.headers.get('Content-Type')?.startsWith('image/') === true);

/** Keeps an image that was shown, and lets those shown longest ago go beyond the bounds. */
export async function keepImage(url: string, response: Response): Promise<void> {
  const [images, opaque] = await Promise.all([caches.open(cacheNames.images), caches.open(cacheNames.opaqueImages)]);
  try {
    await (response.type === 'opaque' ? opaque : images).put(url, response);
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    // No room for one more: the copies that are here are worth more than this one.
    await trim(opaque, Math.floor(bounds.opaqueImages / 2));
    await trim(images, Math.floor(bounds.images / 2));
  }
  await trim(opaque, bounds.opaqueImages);
  await trim(images, bounds.images - (await opaque.keys()).length);
}

/** A kept image that turned out to be none, as an opaque answer can: the next visit asks the network again. Never rejects. */
export async function dropImage(url: string): Promise<void> {
  if (!canKeep()) return;
  try {
    for (const name of imageCaches) await (await caches.open(name)).delete(new URL(url, location.href).href);
  } catch (error) {
    console.error(`The kept answer for ${url}, which is no image, could not be dropped.`, error);
  }
}
