import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { clearCache, isQuotaExceeded } from './quota.ts';
import { cacheNames } from './storage-names.ts';

/** The caches of unpinned images; those that take the most quota first. */
export const evictableImageCaches = [cacheNames.opaqueImages, cacheNames.images] as const;

/** Makes room by removing data that the network can deliver again. */
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
        console.error('Could not evict what may be evicted; trying the write again all the same.', reason),
      );
    }
  }
  return write();
}
