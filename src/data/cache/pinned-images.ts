import { imageAddress } from '../../contract/image-url.ts';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../api/host.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { evictableImageCaches, withEviction } from '../storage/with-eviction.ts';
import { fetchLikeImgElement } from './fetch-image.ts';
import { cacheImage, findCachedImage, isCacheableImage } from './image-cache.ts';

/**
 * Caches the image of a pinned post; called in the worker. Never rejects, as the post can be read without it.
 *
 * @returns whether it is cached.
 */
export async function cachePinnedImage(address: string): Promise<boolean> {
  try {
    const pinned = await caches.open(cacheNames.pinnedImages);
    if (await pinned.match(address, { ignoreVary: true })) return true;
    const response = (await findCachedImage(address)) ?? (await fetchLikeImgElement(address));
    if (!isCacheableImage(response)) return false;
    await withEviction(() => pinned.put(address, response.clone()), evictableImageCaches);
    return true;
  } catch (error) {
    console.error(`Could not cache the image ${address}; the post is pinned without it.`, error);
    return false;
  }
}

/** Moves these images to the evictable caches, except for those of posts that are still pinned. */
export async function unpinImages(addresses: Iterable<string>, used: Set<string>): Promise<void> {
  const pinned = await caches.open(cacheNames.pinnedImages);
  for (const address of addresses) {
    if (used.has(address)) continue;
    const image = await pinned.match(address, { ignoreVary: true });
    if (image) await cacheImage(address, image);
    await pinned.delete(address);
  }
}

/** The image of a post and, of the own backend, the uploaded ones in its text: what can be told without its Markdown. */
export function imagesOf({ imgUrl = '', content = '' }: Partial<Post>): string[] {
  const inText = isOwnBackend ? imagesNamedIn({ imgUrl: '', content }).map(callPaths.image) : [];
  return [...new Set([imgUrl, ...inText].map(fetchedAddress))]
    .filter((address) => address !== undefined)
    .slice(0, maxEntries.imagesOfPost);
}

/** `undefined` if it is no image that is fetched, as a `data:` URL, which is stored with its text. */
function fetchedAddress(url: string): string | undefined {
  const loaded = imageAddress(url, location.hostname);
  if (loaded === undefined) return undefined;
  const address = new URL(loaded, location.href);
  address.hash = '';
  return address.protocol.startsWith('http') ? address.href : undefined;
}
