import { listOf } from './header-list.ts';
import { never, type Realm } from './realm.ts';
import type { StorageFaults } from './storage-faults.ts';
import { type FetchedMarks, isHidden, WorldResponse } from './world-response.ts';

interface Entry {
  request: Request;
  /** The names of the headers in the response's `Vary`. */
  vary: string[];
  body: Uint8Array<ArrayBuffer>;
  init: { status: number; statusText: string; headers: [string, string][] };
  /** Unset for a response that a program constructed instead of fetching. */
  marks: FetchedMarks | undefined;
}

/** A cache. A program that has opened the cache can still use it after the cache is deleted. */
interface Stored {
  entries: Entry[];
}

type Key = RequestInfo | URL;

/** Cache Storage of one device. It matches by URL and `Vary`, and keeps the order of `put`. */
export class Caches {
  readonly #all = new Map<string, Stored>();
  readonly #faults: StorageFaults;

  constructor(faults: StorageFaults) {
    this.#faults = faults;
  }

  /** Deletes all caches, as a browser does for a site that is rarely visited. */
  deleteAll(): void {
    this.#all.clear();
  }

  /** Copies all caches. @returns a function that restores them */
  copy(): () => void {
    const copied = [...this.#all].map(([name, { entries }]) => [name, entries] as const);
    return () => {
      this.#all.clear();
      for (const [name, entries] of copied) this.#all.set(name, { entries });
    };
  }

  /** Returns everything stored, by cache name, without running the product's code. */
  contents(): unknown[] {
    const told = ({ request, init, body }: Entry) => [request.url, init, Buffer.from(body).toString('base64')];
    return [...this.#all].map(([name, { entries }]) => [name, entries.map(told)]);
  }

  /** Returns whether anything is stored under the address, without running the product's code. */
  has(url: string): boolean {
    return [...this.#all.values()].some(({ entries }) => entries.some(({ request }) => request.url === url));
  }

  /** Returns the addresses in one cache in order, without running the product's code. */
  urlsIn(name: string): string[] {
    return (this.#all.get(name)?.entries ?? []).map(({ request }) => request.url);
  }

  /** Returns the text under the address, or `undefined`, without running the product's code. */
  textAt(url: string): string | undefined {
    for (const { entries } of this.#all.values())
      for (const { request, body } of entries) if (request.url === url) return Buffer.from(body).toString();
    return undefined;
  }

  /** Returns the `caches` of one realm. */
  of(realm: Realm, base: string) {
    const requestOf = (key: Key) => (key instanceof Request ? key : new Request(new URL(String(key), base)));
    const urlOf = (key: Key) => (key instanceof Request ? key.url : new URL(String(key), base).href);
    const ask = <T>(label: string, work: () => T): Promise<T> =>
      realm.isAlive
        ? realm.ask(`caches: ${label}`, async () => {
            if (this.#faults.hangs) await new Promise<void>((done) => this.#faults.whenItAnswers(done));
            const failure = this.#faults.next({ isWrite: label === 'put' });
            if (failure) throw failure;
            return work();
          })
        : never();
    const found = (entries: Entry[], key: Key, { ignoreSearch, ignoreVary }: CacheQueryOptions = {}) => {
      const address = addressOf(urlOf(key), ignoreSearch);
      return entries.filter(
        (entry) =>
          addressOf(entry.request.url, ignoreSearch) === address && (ignoreVary === true || isForSame(entry, key)),
      );
    };
    const cacheOf = (stored: Stored) => ({
      match: (key: Key, options?: CacheQueryOptions) =>
        ask('match', () => responseOf(found(stored.entries, key, options)[0])),
      matchAll: (key: Key, options?: CacheQueryOptions) =>
        ask('match all', () => found(stored.entries, key, options).map((entry) => responseOf(entry))),
      put: async (key: Key, response: Response) => {
        const request = requestOf(key);
        if (request.method !== 'GET') throw new TypeError(`A ${request.method} cannot be stored`);
        if (response.status === 206) throw new TypeError('Half an answer cannot be stored');
        if (response.bodyUsed) throw new TypeError('The body has been read');
        const { status, statusText, url, type, redirected } = response;
        const init = { status, statusText, headers: [...response.headers] as [string, string][] };
        const marks = type === 'default' ? undefined : { url, type, redirected };
        const vary = listOf(response.headers.get('Vary'));
        const body = new Uint8Array(await response.arrayBuffer());
        await ask('put', () => {
          const replaced = found(stored.entries, request);
          const others = stored.entries.filter((entry) => !replaced.includes(entry));
          stored.entries = [...others, { request, vary, body, init, marks }];
        });
      },
      delete: (key: Key, options?: CacheQueryOptions) =>
        ask('delete', () => {
          const gone = found(stored.entries, key, options);
          stored.entries = stored.entries.filter((entry) => !gone.includes(entry));
          return gone.length > 0;
        }),
      keys: () => ask('keys', () => stored.entries.map(({ request }) => request)),
    });
    return {
      open: (name: string) =>
        ask('open', () => {
          const stored = this.#all.get(name) ?? { entries: [] };
          this.#all.set(name, stored);
          return cacheOf(stored);
        }),
      delete: (name: string) => ask('delete all', () => this.#all.delete(name)),
      keys: () => ask('names', () => [...this.#all.keys()]),
    };
  }
}

/** Returns an absolute URL without its fragment, and without its query if that is to be ignored. */
function addressOf(url: string, ignoreSearch = false): string {
  const [address = ''] = url.split('#');
  return ignoreSearch ? address.replace(/\?.*/, '') : address;
}

/** Returns whether `key` and the stored request agree on each header in the stored response's `Vary`. */
function isForSame({ request, vary }: Entry, key: Key): boolean {
  return vary.every((name) => request.headers.get(name) === (key instanceof Request ? key.headers.get(name) : null));
}

function responseOf(entry: Entry | undefined): Response | undefined {
  if (!entry) return undefined;
  const { body, init, marks } = entry;
  const isEmpty = body.length === 0 || (marks && isHidden(marks.type));
  return new WorldResponse(isEmpty ? null : () => body.slice(), init, marks);
}
