import type { Post } from '../../contract/posts.ts';
import { nextTask } from '../../device/next-task.ts';
import { opaqueResponseBytes } from '../../device/storage/max-entries.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { evictableImageCaches } from '../../device/storage/with-eviction.ts';
import { type NewestChoice, readNewestChoice } from './newest-choice.ts';
import { findNewest } from './newest-posts.ts';
import { parsePosts } from './parse-posts.ts';
import { imagesOf } from './pinned-images.ts';
import { readPosts } from './read-stored.ts';
import { keys, type Pin, readDeleted, readReading, readSingles, type StoredPost } from './reading-database.ts';
import { pagesOf, readLists } from './stored-list.ts';

/**
 * Ids of the posts that can be read offline: pinned (`kept`, last pinned first) and unpinned (`passing`, newest first).
 */
export interface OfflineIds {
  kept: string[];
  passing: string[];
}

/** The posts on the device, without their texts, and their sizes in bytes. */
export interface OfflineInventory {
  /** The pinned posts, last pinned first. */
  kept: { post: Post; bytes: number }[];
  /** The posts that are not pinned and may be evicted, newest first. */
  passing: Post[];
  passingBytes: number;
  /** How many of the newest posts the reader wants offline, and how many are stored. `isAll`: the list has no more. */
  newest: { choice: NewestChoice; here: number; isAll: boolean };
}

export const readOfflineIds = (): Promise<OfflineIds> => readReading(idsOnDevice);

async function idsOnDevice(store: RecordStore): Promise<OfflineIds> {
  const pins = (await store.getAll<Pin>(keys.pins)).sort((a, b) => b.at - a.at);
  const kept = pins.map(({ id }) => id);
  const deleted = await readDeleted(store);
  const singles = await readSingles(store);
  const pages = pagesOf(await readLists(store)).sort((a, b) => b.call - a.call);
  const all = new Set([...pages.flatMap(({ ids }) => ids), ...singles.toReversed()]);
  for (const id of kept) all.delete(id);
  return { kept, passing: [...all].filter((id) => !(id in deleted)) };
}

/** Number of posts to read and parse before other work may run. */
const atATime = 50;

/** Yields all posts on this device: pinned posts, last pinned first, then the other posts, newest first. */
export async function* readStoredPosts(): AsyncGenerator<Post> {
  for await (const stored of storedPosts()) yield* parsePosts([stored]);
}

async function* storedPosts(): AsyncGenerator<StoredPost> {
  const { kept, passing } = await readOfflineIds();
  const ids = [...kept, ...passing];
  for (let at = 0; at < ids.length; at += atATime) {
    const stored = await readReading((store) => readPosts(store, ids.slice(at, at + atATime)));
    await nextTask();
    yield* stored;
  }
}

/** Reads and measures all posts on this device, and lets other work run in between. */
export async function readOfflineInventory(): Promise<OfflineInventory> {
  const choice = await readNewestChoice();
  const { pins, newest } = await readReading(async (store) => {
    const { ids, isAll } = findNewest(await readLists(store), choice.count);
    return {
      pins: new Map((await store.getAll<Pin>(keys.pins)).map(({ id, images }) => [id, images])),
      newest: { choice, here: ids.length, isAll },
    };
  });
  const pinnedImages = await sizesIn(cacheNames.pinnedImages);
  const images = await Promise.all(evictableImageCaches.map(async (name) => sum((await sizesIn(name)).values())));
  const found: OfflineInventory = { kept: [], passing: [], passingBytes: sum(images), newest };
  for await (const { id, body } of storedPosts()) {
    const [post] = parsePosts([{ body }]);
    if (!post) continue;
    const [shown, bytes, pinned] = [{ ...post, content: '' }, bytesOf(body), pins.get(id)];
    if (pinned) {
      const pictures = [...new Set([...imagesOf(post), ...pinned])].map((url) => pinnedImages.get(url) ?? 0);
      found.kept.push({ post: shown, bytes: bytes + sum(pictures) });
    } else {
      found.passing.push(shown);
      found.passingBytes += bytes;
    }
  }
  return found;
}

/** Returns the sizes of a cache's responses by URL, in bytes, as they count towards the quota. */
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

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
