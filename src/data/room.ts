import { emptyCache, isQuotaExceeded } from './copies/space.ts';
import { cacheNames } from './storage.ts';

/** What goes to make room for what people wrote: what the network can give back, images first. */
const dispensable = [cacheNames.opaqueImages, cacheNames.images, cacheNames.posts, cacheNames.lists] as const;

/** Runs the write; when the device has no room, copies go, one kind after the other, and it is tried again. */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  for (const name of dispensable) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaExceeded(error) || !('caches' in globalThis)) throw error;
      await emptyCache(name);
    }
  }
  return write();
}
