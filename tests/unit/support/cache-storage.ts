import { Caches } from '../../world/cache-storage.ts';
import { StorageFaults } from '../../world/storage-faults.ts';
import { stubGlobal } from './global.ts';
import { openRealm } from './realm-at-once.ts';

export interface MemoryCaches extends Disposable {
  /** Whether a `put` rejects with a QuotaExceededError. */
  isFull: boolean;
  /** Returns the URLs of a cache's entries, in order. */
  urlsIn(name: string): string[];
  /** Returns everything cached as one string, for searching. */
  dump(): Promise<string>;
}

/**
 * Installs an empty in-memory Cache Storage (tests/world/cache-storage.ts) until disposed of.
 * @param base the base of relative URLs; the URL of jsdom's page by default
 */
export function openCaches(base = 'http://localhost:3000'): MemoryCaches {
  const faults = new StorageFaults();
  const stored = new Caches(faults);
  const caches = stored.of(openRealm(), base);
  const installed = stubGlobal('caches', caches);
  return Object.assign(faults, {
    urlsIn: (name: string) => stored.urlsIn(name),
    async dump() {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const response = await cache.match(request);
          const headers = [[...request.headers], [...(response?.headers ?? [])]];
          texts.push(JSON.stringify([request.url, headers, await response?.text()]));
        }
      }
      return texts.join('\n');
    },
    [Symbol.dispose]: () => installed[Symbol.dispose](),
  });
}
