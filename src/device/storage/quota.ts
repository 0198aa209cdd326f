/** Returns whether there is Cache Storage. Pages that were not loaded over https lack it, and cache nothing. */
export const hasCacheStorage = (): boolean => 'caches' in globalThis;

/** Deletes the oldest entries until `bound` are left. Replacing an entry makes it the newest, except in WebKit. */
export async function evictOldest(cache: Cache, bound: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - bound)).map((request) => cache.delete(request)));
}

/**
 * Deletes a cache's entries one by one. If a cache is deleted as a whole, its quota is freed only when no page or
 * worker has it open any more (seen in Chromium).
 */
export async function clearCache(name: string): Promise<void> {
  if (hasCacheStorage()) await evictOldest(await caches.open(name), 0);
}

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
