/** Nothing is kept on the device where there is no Cache Storage: in a page that did not come over https. */
export const canKeep = (): boolean => 'caches' in globalThis;

/**
 * Lets the first entries go, which are the ones put longest ago: replacing an entry puts it last. Those that are worth
 * more go after all others.
 */
export async function trim(cache: Cache, bound: number, isWorthMore = (_: Request) => false): Promise<void> {
  const requests = (await cache.keys()).toSorted((a, b) => Number(isWorthMore(a)) - Number(isWorthMore(b)));
  await Promise.all(requests.slice(0, Math.max(0, requests.length - bound)).map((request) => cache.delete(request)));
}

/**
 * To make room, entry by entry: a cache that is deleted whole takes its room with it for as long as a page or the worker
 * has it open (seen in Chromium).
 */
export async function emptyCache(name: string): Promise<void> {
  await trim(await caches.open(name), 0);
}

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
