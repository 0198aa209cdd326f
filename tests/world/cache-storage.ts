import { never, type Realm } from './realm.ts';
import type { StorageFaults } from './storage-faults.ts';

interface Entry {
  request: Request;
  body: Uint8Array<ArrayBuffer>;
  init: { status: number; statusText: string; headers: [string, string][] };
}

type Key = RequestInfo | URL;

/** Cache Storage of one device: matching by URL without fragment, in the order in which entries were put. */
export class Caches {
  readonly #all = new Map<string, Entry[]>();
  readonly #faults: StorageFaults;

  constructor(faults: StorageFaults) {
    this.#faults = faults;
  }

  /** As a browser does to a site that is rarely visited. */
  deleteAll(): void {
    this.#all.clear();
  }

  /** `caches` of one realm. */
  of(realm: Realm, base: string) {
    const requestOf = (key: Key) => (key instanceof Request ? key : new Request(new URL(String(key), base)));
    const ask = <T>(label: string, work: () => T): Promise<T> =>
      realm.isAlive
        ? realm.ask(`caches: ${label}`, async () => {
            if (this.#faults.hangs) await new Promise<void>((done) => this.#faults.whenItAnswers(done));
            const failure = this.#faults.next({ isWrite: label === 'put' });
            if (failure) throw failure;
            return work();
          })
        : never();
    const found = (name: string, key: Key, options: CacheQueryOptions = {}) => {
      const address = addressOf(requestOf(key).url, options.ignoreSearch);
      return (this.#all.get(name) ?? []).filter(
        ({ request }) => addressOf(request.url, options.ignoreSearch) === address,
      );
    };
    const cacheNamed = (name: string) => ({
      match: (key: Key, options?: CacheQueryOptions) => ask('match', () => responseOf(found(name, key, options)[0])),
      matchAll: (key: Key, options?: CacheQueryOptions) =>
        ask('match all', () => found(name, key, options).map((entry) => responseOf(entry))),
      put: async (key: Key, response: Response) => {
        if (response.bodyUsed) throw new TypeError('The body has been read');
        const request = requestOf(key);
        const { status, statusText } = response;
        const headers = [...response.headers];
        const body = new Uint8Array(await response.arrayBuffer());
        await ask('put', () => {
          const replaced = found(name, request);
          const others = (this.#all.get(name) ?? []).filter((entry) => !replaced.includes(entry));
          this.#all.set(name, [...others, { request, body, init: { status, statusText, headers } }]);
        });
      },
      delete: (key: Key, options?: CacheQueryOptions) =>
        ask('delete', () => {
          const gone = found(name, key, options);
          this.#all.set(
            name,
            (this.#all.get(name) ?? []).filter((entry) => !gone.includes(entry)),
          );
          return gone.length > 0;
        }),
      keys: () => ask('keys', () => (this.#all.get(name) ?? []).map(({ request }) => request)),
    });
    return {
      open: (name: string) =>
        ask('open', () => {
          if (!this.#all.has(name)) this.#all.set(name, []);
          return cacheNamed(name);
        }),
      match: (key: Key, options: MultiCacheQueryOptions = {}) =>
        ask('match in all', () => {
          for (const name of options.cacheName === undefined ? this.#all.keys() : [options.cacheName]) {
            const [entry] = found(name, key, options);
            if (entry) return responseOf(entry);
          }
          return undefined;
        }),
      has: (name: string) => ask('has', () => this.#all.has(name)),
      delete: (name: string) => ask('delete all', () => this.#all.delete(name)),
      keys: () => ask('names', () => [...this.#all.keys()]),
    };
  }
}

function addressOf(url: string, ignoreSearch = false): string {
  const address = new URL(url);
  address.hash = '';
  if (ignoreSearch) address.search = '';
  return address.href;
}

function responseOf(entry: Entry | undefined): Response | undefined {
  return entry && new Response(entry.body.length > 0 ? entry.body.slice() : null, entry.init);
}
