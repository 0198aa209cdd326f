import { readNewestChoice } from '../newest-choice.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { evictOldest } from '../storage/quota.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { evictableImageCaches, withEviction } from '../storage/with-eviction.ts';
import type { BodySource, CachedMetadata, CachedResponse, LazyCachedResponse } from './cached-response.ts';
import { answeredAtHeader, callNumberHeader } from './call-number-header.ts';
import { findNewest, isOfOneAuthorOrTopic, planEviction } from './list-eviction.ts';

/** A cache whose entries are JSON answers of the backend; images and rendered pages have others. */
export type JsonCacheName = 'lists' | 'posts' | 'own' | 'pinned' | 'read';

export const jsonCacheNames: readonly JsonCacheName[] = ['lists', 'posts', 'own', 'pinned'];

const headers = {
  answeredAt: answeredAtHeader,
  stale: 'X-Stale',
  ahead: 'X-Ahead',
  source: 'X-Source',
  calls: 'X-Call-Range',
  pinned: 'X-Pinned',
  images: 'X-Pinned-Images',
};

export function toResponse({
  body,
  link,
  callNumber,
  answeredAt = 0,
}: Pick<CachedResponse, 'body' | 'link' | 'callNumber' | 'answeredAt'>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json',
      [callNumberHeader]: String(callNumber),
      [answeredAtHeader]: String(answeredAt),
      ...(link && { Link: link }),
    },
  });
}

function headOf(url: string, { headers: of }: Response): CachedMetadata {
  const pinned = of.get(headers.pinned);
  const answeredAt = Number(of.get(headers.answeredAt));
  return {
    url,
    link: of.get('Link'),
    callNumber: Number(of.get(callNumberHeader)),
    isStale: of.has(headers.stale),
    ...(of.has(headers.ahead) && { isAhead: true }),
    ...(answeredAt > 0 && { answeredAt }),
    ...(of.has(headers.source) && { source: of.get(headers.source) as BodySource }),
    calls: of.get(headers.calls)?.split(' ').map(Number),
    ...(pinned !== null && { pinned: Number(pinned) }),
    // Addresses are ASCII, and have no space.
    ...(of.has(headers.images) && { images: of.get(headers.images)?.split(' ') ?? [] }),
  };
}

export async function readCached(name: JsonCacheName, url: string): Promise<CachedResponse | undefined> {
  const response = await (await caches.open(cacheNames[name])).match(url);
  return response && { ...headOf(url, response), body: await response.text() };
}

/** The heads of all entries, the newest first, without reading their bodies. */
export async function readCachedHeads(name: JsonCacheName): Promise<LazyCachedResponse[]> {
  const cache = await caches.open(cacheNames[name]);
  const requests = await cache.keys();
  const heads = await Promise.all(
    requests.map(async ({ url }) => {
      const response = await cache.match(url);
      if (!response) return undefined;
      const head = headOf(url, response);
      return { ...head, read: async () => ({ ...head, body: await response.clone().text() }) };
    }),
  );
  return heads.filter((head) => head !== undefined).sort(newestFirst);
}

/** All entries, the newest first. */
export async function readAllCached(name: JsonCacheName): Promise<CachedResponse[]> {
  return Promise.all((await readCachedHeads(name)).map((head) => head.read()));
}

/** A page that was assembled on this device is as new as its oldest entry. */
export const newestFirst = (a: CachedMetadata, b: CachedMetadata): number => confirmedUpTo(b) - confirmedUpTo(a);

/** The number of the call up to which every entry of a cached list is known to be there. */
export const confirmedUpTo = ({ calls, callNumber }: CachedMetadata): number => calls?.[0] ?? callNumber;

/** The number of the latest call that something in a cached response is from. */
export const latestCallOf = ({ calls, callNumber }: CachedMetadata): number => calls?.[1] ?? callNumber;

/**
 * Stores an entry. If the device is full, evicts unpinned images and tries again.
 *
 * @throws DOMException `QuotaExceededError`; what was stored before is still there.
 */
export async function putCached(name: JsonCacheName, copy: CachedResponse): Promise<void> {
  const response = toResponse(copy);
  if (copy.isStale) response.headers.set(headers.stale, 'yes');
  if (copy.isAhead) response.headers.set(headers.ahead, 'yes');
  if (copy.source && copy.source !== 'backend') response.headers.set(headers.source, copy.source);
  if (copy.calls) response.headers.set(headers.calls, copy.calls.join(' '));
  if (copy.pinned !== undefined) response.headers.set(headers.pinned, String(copy.pinned));
  if (copy.images?.length) response.headers.set(headers.images, copy.images.join(' '));
  const cache = await caches.open(cacheNames[name]);
  await withEviction(() => cache.put(copy.url, response.clone()), evictableImageCaches);
}

/**
 * Stores an entry, and evicts the oldest ones beyond the cache's `maxEntries`.
 *
 * @throws DOMException `QuotaExceededError`; what was stored before is still there.
 */
export async function putCachedAndEvict(name: JsonCacheName, copy: CachedResponse): Promise<void> {
  await putCached(name, copy);
  if (name === 'posts' || name === 'read') {
    await moveToEnd(name, copy);
    await evictOldest(await caches.open(cacheNames[name]), maxEntries[name]);
  }
  if (name === 'lists' || name === 'own') await evictExcess(name);
}

/**
 * WebKit leaves an entry that is replaced where it was among the keys, and it would be evicted as if it had not been
 * stored again. A worker that is killed in between loses it, and the network brings it again.
 */
async function moveToEnd(name: JsonCacheName, copy: CachedResponse): Promise<void> {
  const cache = await caches.open(cacheNames[name]);
  if ((await cache.keys()).at(-1)?.url === copy.url) return;
  await cache.delete(copy.url);
  await putCached(name, copy);
}

/** Deletes what is more than the cache may hold. The newest posts stay, as many as the reader has chosen. */
export async function evictExcess(name: 'lists' | 'own'): Promise<void> {
  const heads = await readCachedHeads(name);
  const others = heads.filter((head) => !isOfOneAuthorOrTopic(head));
  const isFull = others.length > maxEntries[name] || others.some(({ isAhead }) => isAhead);
  const newest = name === 'lists' && isFull ? await findNewest(heads, (await readNewestChoice()).count) : undefined;
  // The first page counts as one that was shown, of which it is evicted last.
  const staying = new Set(newest?.pages.slice(1).map(({ url }) => url));
  for (const { drop, put } of [
    planEviction(others, maxEntries[name], staying),
    planEviction(heads.filter(isOfOneAuthorOrTopic), maxEntries.foundLists),
  ]) {
    for (const url of drop) await deleteCached(name, url);
    for (const gap of put) await putCached(name, gap);
  }
}

export async function deleteCached(name: JsonCacheName, url: string): Promise<void> {
  await (await caches.open(cacheNames[name])).delete(url);
}
