import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { clearCache, isQuotaExceeded } from './quota.ts';
import { cacheNames } from './storage-names.ts';

/** The caches of unpinned images; those that take the most quota first. */
export const evictableImageCaches = [cacheNames.opaqueImages, cacheNames.images] as const;

/**
 * Evicted for the sake of what people wrote: what the network can bring again, images first, and before its texts those
 * of the versions that were read.
 */
const everythingEvictable = [...evictableImageCaches, cacheNames.read, cacheNames.posts, cacheNames.lists];

/** Runs the write. If the quota is exceeded, empties one cache after the other, and tries again after each. */
export async function withEviction<T>(
  write: () => Promise<T>,
  evictable: readonly string[] = everythingEvictable,
): Promise<T> {
  for (const name of evictable) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaExceeded(error) || !('caches' in globalThis)) throw error;
      await withTimeout(timeouts.cacheWriteTimeoutMs, clearCache(name)).catch((reason) =>
        console.error('Could not evict cached responses; trying the write again all the same.', reason),
      );
    }
  }
  return write();
}
