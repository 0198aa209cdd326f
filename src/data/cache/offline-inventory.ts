import type { Post } from '../../contract/posts.ts';
import { readStoredImages } from '../images/stored-images.ts';
import { type NewestChoice, readNewestChoice } from '../newest-choice.ts';
import { opaqueResponseBytes } from '../storage/max-entries.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { evictableImageCaches } from '../storage/with-eviction.ts';
import { parseList, parsePost } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { findNewest } from './list-eviction.ts';
import { imagesOf } from './pinned-images.ts';
import { type JsonCacheName, newestFirst, readAllCached, readCachedHeads } from './response-cache.ts';

/** The ids of all posts that can be read offline: pinned (`kept`) and unpinned (`passing`). */
export interface OfflineIds {
  kept: string[];
  passing: string[];
}

/** The posts on the device, without their texts, and their sizes in bytes. */
export interface OfflineInventory {
  /** The pinned posts, last pinned first. */
  kept: { post: Post; bytes: number }[];
  /** The cached posts that are not pinned and may be evicted, newest first. */
  passing: Post[];
  passingBytes: number;
  /** How many of the newest posts are to be here, and are; `isAll`: the list has no more. */
  newest?: { choice: NewestChoice; here: number; isAll: boolean };
  /** Pictures of drafts and of posts that wait, of anybody who writes here. */
  unpublishedImages: { count: number; bytes: number };
}

const unpinnedTexts: JsonCacheName[] = ['lists', 'posts', 'own'];

export async function readOfflineIds(): Promise<OfflineIds> {
  const { kept, passing } = await readOfflinePosts();
  return { kept: kept.map(({ post }) => post._id), passing: passing.map(({ _id }) => _id) };
}

export async function readOfflineInventory(): Promise<OfflineInventory> {
  const { kept, passing, texts } = await readOfflinePosts();
  const pinnedImages = await sizesIn(cacheNames.pinnedImages);
  const unpinnedImages = await Promise.all(
    evictableImageCaches.map(async (name) => sum((await sizesIn(name)).values())),
  );
  return {
    kept: kept.map(({ post, bytes, images }) => ({
      post,
      bytes: bytes + sum(images.map((address) => pinnedImages.get(address) ?? 0)),
    })),
    passing,
    newest: await readNewest(),
    unpublishedImages: await unpublishedImages(),
    passingBytes: sum([texts, ...unpinnedImages, ...(await sizesIn(cacheNames.read)).values()]),
  };
}

async function readNewest(): Promise<Required<OfflineInventory>['newest']> {
  const choice = await readNewestChoice();
  const { entries, isAll } = await findNewest(await readCachedHeads('lists'), choice.count);
  return { choice, here: entries.length, isAll };
}

interface OfflinePosts {
  kept: { post: Post; bytes: number; images: string[] }[];
  passing: Post[];
  texts: number;
}

async function readOfflinePosts(): Promise<OfflinePosts> {
  const pinned = (await readAllCached('pinned')).sort((a, b) => pinnedAt(b) - pinnedAt(a));
  const kept = pinned.flatMap(({ body, images = [] }) =>
    postsIn(body).map((post) => ({
      post,
      bytes: bytesOf(body),
      images: [...new Set([...imagesOf(post), ...images])],
    })),
  );
  const cached = (await Promise.all(unpinnedTexts.map(readAllCached))).flat().sort(newestFirst);
  const passing = new Map<string, Post>();
  for (const post of cached.flatMap(({ body }) => postsIn(body))) {
    if (!passing.has(post._id)) passing.set(post._id, post);
  }
  for (const { post } of kept) passing.delete(post._id);
  return { kept, passing: [...passing.values()], texts: sum(cached.map(({ body }) => bytesOf(body))) };
}

const pinnedAt = ({ pinned = 0 }: CachedResponse): number => pinned;

async function unpublishedImages(): Promise<{ count: number; bytes: number }> {
  const images = await readStoredImages();
  return { count: images.length, bytes: sum(images.map(({ bytes }) => bytes)) };
}

/** `body` is a list or a single post. */
function postsIn(body: string): Post[] {
  const entries = parseList(body) ?? parseList(`[${body}]`) ?? [];
  return entries.flatMap((entry) => {
    const post = parsePost(entry);
    return post ? [{ ...post, content: '' }] : [];
  });
}

/** Bytes by URL, as they count towards the quota. */
async function sizesIn(name: string): Promise<Map<string, number>> {
  const cache = await caches.open(name);
  const sizes = new Map<string, number>();
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response)
      sizes.set(request.url, response.type === 'opaque' ? opaqueResponseBytes : (await response.blob()).size);
  }
  return sizes;
}

const bytesOf = (text: string): number => new Blob([text]).size;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
