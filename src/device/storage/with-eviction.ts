import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { clearCache, isQuotaExceeded } from './quota.ts';
import { cacheNames } from './storage-names.ts';

/** The caches of unpinned images in the order of their eviction: opaque images take more quota. */
export const evictableImageCaches = [cacheNames.opaqueImages, cacheNames.images] as const;

/** Frees space by removing data that can be fetched again. */
export type Eviction = () => Promise<void>;

export const imageEvictions: readonly Eviction[] = evictableImageCaches.map((name) => () => clearCache(name));

/** Runs the write. While it exceeds the quota, runs the next eviction and tries again. */
export async function withEviction<T>(write: () => Promise<T>, evictions = imageEvictions): Promise<T> {
  for (const evict of evictions) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaExceeded(error) || !('caches' in globalThis)) throw error;
      await withTimeout(timeouts.cacheWriteTimeoutMs, evict()).catch((reason) =>
        console.error('Could not evict cached data; trying the write again all the same.', reason),
      );
    }
  }
  return write();
}
