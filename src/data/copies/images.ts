import { cacheNames } from '../storage.ts';
import { canKeep } from './cache.ts';

/** A kept image that turned out to be none, as an opaque answer can: the next visit asks the network again. Never rejects. */
export async function dropImage(url: string): Promise<void> {
  if (!canKeep()) return;
  try {
    await (await caches.open(cacheNames.images)).delete(new URL(url, location.href).href);
  } catch (error) {
    console.error(`The kept answer for ${url}, which is no image, could not be dropped.`, error);
  }
}
