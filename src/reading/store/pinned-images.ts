import { imageAddress } from '../../contract/image-url.ts';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { maxEntries } from '../../device/storage/max-entries.ts';
import { hasCacheStorage } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { cacheImage, fetchLikeImgElement, findCachedImage, isCacheableImage } from './image-cache.ts';
import { parsePosts } from './parse-posts.ts';
import { readPosts } from './read-stored.ts';
import { keys, type Pin, readReading } from './reading-database.ts';

/** Caches the image of a pinned post; called in the worker. Never rejects, as the post can be read without it. */
export async function cachePinnedImage(address: string): Promise<void> {
  try {
    const pinned = await caches.open(cacheNames.pinnedImages);
    if (await pinned.match(address, { ignoreVary: true })) return;
    const response = (await findCachedImage(address)) ?? (await fetchLikeImgElement(address));
    if (isCacheableImage(response)) await withEviction(() => pinned.put(address, response.clone()));
  } catch (error) {
    console.error(`Could not cache the image ${address}; the post is kept without it.`, error);
  }
}

/** Moves images that no pinned post has any more to the caches that may be evicted. Never rejects. */
export async function unpinUnusedImages(): Promise<void> {
  if (!hasCacheStorage()) return;
  try {
    const pinned = await caches.open(cacheNames.pinnedImages);
    const cached = await pinned.keys();
    if (cached.length === 0) return;
    const used = await readReading(async (store) => {
      const pins = await store.getAll<Pin>(keys.pins);
      const ids = pins.map(({ id }) => id);
      const posts = await readPosts(store, ids);
      return new Set([...pins.flatMap(({ images }) => images), ...parsePosts(posts).flatMap(imagesOf)]);
    });
    for (const { url } of cached) {
      if (used.has(url)) continue;
      const image = await pinned.match(url, { ignoreVary: true });
      if (image) await cacheImage(url, image);
      await pinned.delete(url, { ignoreVary: true });
    }
  } catch (error) {
    console.error('Could not unpin images; they stay until the next post is unpinned.', error);
  }
}

/** Returns the addresses of a post's image and, on our own backend, of uploads in its text. Markdown is not parsed. */
export function imagesOf({ imgUrl = '', content = '' }: Partial<Post>): string[] {
  const inText = isOwnBackend ? imagesNamedIn({ imgUrl: '', content }).map(callPaths.image) : [];
  return [...new Set([imgUrl, ...inText].map(fetchedAddress))]
    .filter((address) => address !== undefined)
    .slice(0, maxEntries.imagesOfPost);
}

/** Returns the address from which an image is fetched; `undefined` for a `data:` URL, or if it is not allowed. */
function fetchedAddress(url: string): string | undefined {
  const loaded = imageAddress(url, location.hostname);
  if (loaded === undefined) return undefined;
  const address = new URL(loaded, location.href);
  address.hash = '';
  return address.protocol.startsWith('http') ? address.href : undefined;
}
