import { stubGlobal } from './global.ts';

type Key = RequestInfo | URL;

/**
 * Cache Storage in memory, as far as the Service Worker specification describes what is used of it: matching by URL
 * without fragment and by `Vary`, entries in insertion order, and a replacement that goes to the end unless a test wants it otherwise.
 */
class MemoryCache {
  entries: { request: Request; response: Response }[] = [];
  readonly #hasRoom: (isReplacement: boolean) => boolean;
  readonly #leavesReplaced: () => boolean;

  constructor(hasRoom: (isReplacement: boolean) => boolean, leavesReplaced: () => boolean) {
    this.#hasRoom = hasRoom;
    this.#leavesReplaced = leavesReplaced;
  }

  #matching(key: Key, options: CacheQueryOptions = {}) {
    const wanted = new Request(key);
    if (wanted.method !== 'GET' && !options.ignoreMethod) return [];
    return this.entries.filter(({ request, response }) => {
      if (addressOf(request.url, options.ignoreSearch) !== addressOf(wanted.url, options.ignoreSearch)) return false;
      const vary = options.ignoreVary ? '' : (response.headers.get('Vary') ?? '');
      const names = vary.split(',').map((name) => name.trim());
      return names.every((name) => name === '' || request.headers.get(name) === wanted.headers.get(name));
    });
  }

  async match(key: Key, options?: CacheQueryOptions): Promise<Response | undefined> {
    return this.#matching(key, options)[0]?.response.clone();
  }

  async put(key: Key, response: Response): Promise<void> {
    const request = new Request(key);
    if (request.method !== 'GET' || !request.url.startsWith('http')) throw new TypeError('Only GET over http is kept');
    if (response.status === 206 || response.headers.get('Vary')?.includes('*')) throw new TypeError('Not to be kept');
    if (response.bodyUsed) throw new TypeError('The body has been read');
    const replaced = this.#matching(request);
    if (!this.#hasRoom(replaced.length > 0)) throw new DOMException('No room', 'QuotaExceededError');
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    const stored = new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
    Object.defineProperty(stored, 'type', { value: response.type });
    const [first] = replaced;
    if (first && this.#leavesReplaced()) {
      first.response = stored;
      return;
    }
    this.entries = this.entries.filter((entry) => !replaced.includes(entry));
    this.entries.push({ request, response: stored });
  }

  async delete(key: Key, options?: CacheQueryOptions): Promise<boolean> {
    const found = this.#matching(key, options);
    this.entries = this.entries.filter((entry) => !found.includes(entry));
    return found.length > 0;
  }

  async keys(): Promise<Request[]> {
    return this.entries.map(({ request }) => request);
  }
}

function addressOf(url: string, ignoreSearch = false): string {
  const address = new URL(url);
  address.hash = '';
  if (ignoreSearch) address.search = '';
  return address.href;
}

export interface MemoryCaches extends Disposable {
  /** Entries over all caches for which there is room; `put` of one more rejects with a QuotaExceededError. */
  room: number;
  /** So many puts to come are rejected with a QuotaExceededError, replacements too. */
  refused: number;
  /** An entry that is replaced stays where it was, as in WebKit. */
  leavesReplaced: boolean;
  /** The addresses in a cache, in order. */
  urlsIn(name: string): string[];
  /** Everything cached, as one text to search. */
  dump(): Promise<string>;
}

/** Installs an empty Cache Storage until disposed of. */
export function openCaches(): MemoryCaches {
  const all = new Map<string, MemoryCache>();
  const count = () => [...all.values()].reduce((sum, cache) => sum + cache.entries.length, 0);
  const installed = stubGlobal('caches', {
    async open(name: string) {
      const cache =
        all.get(name) ??
        new MemoryCache(
          (isReplacement) => {
            if (kept.refused > 0) {
              kept.refused -= 1;
              return false;
            }
            return isReplacement || count() < kept.room;
          },
          () => kept.leavesReplaced,
        );
      all.set(name, cache);
      return cache;
    },
    async match(key: Key, options?: MultiCacheQueryOptions) {
      for (const [name, cache] of all) {
        const found = (options?.cacheName ?? name) === name && (await cache.match(key, options));
        if (found) return found;
      }
      return undefined;
    },
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  });
  const kept: MemoryCaches = {
    room: Number.POSITIVE_INFINITY,
    refused: 0,
    leavesReplaced: false,
    urlsIn: (name) => (all.get(name)?.entries ?? []).map(({ request }) => request.url),
    async dump() {
      const entries = [...all.values()].flatMap((cache) => cache.entries);
      const texts = entries.map(async ({ request, response }) =>
        JSON.stringify([request.url, [...request.headers], [...response.headers], await response.clone().text()]),
      );
      return (await Promise.all(texts)).join('\n');
    },
    [Symbol.dispose]: () => installed[Symbol.dispose](),
  };
  return kept;
}
