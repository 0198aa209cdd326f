import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../api/host.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { clearCache } from '../storage/quota.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { evictableImageCaches } from '../storage/with-eviction.ts';
import { timeouts } from '../timeouts.ts';
import { askOnce } from '../worker-client/ask-worker.ts';
import { findCachedPost, parseList, parsePost } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { takeCallNumber } from './call-number.ts';
import { imagesOf, unpinImages } from './pinned-images.ts';
import { deleteCached, putCachedAndEvict, readAllCached, readCached } from './response-cache.ts';
import { withCacheLock } from './with-cache-lock.ts';

/**
 * Stores text and pictures of a post apart from the other caches, so that they are never evicted.
 *
 * @param post as it is shown; a cached response is used instead if there is one, as it may hold more.
 * @throws DOMException `QuotaExceededError`
 */
export async function pinPost(post: Post): Promise<void> {
  for (const image of await withCacheLock(() => pinText(post))) requestPinnedImage(image);
}

/** @returns the addresses of the pictures that belong to it. */
async function pinText(shown: Post): Promise<string[]> {
  const url = postUrl(shown._id);
  const [copy, before] = [await findCachedPost(shown._id, url), await readCached('pinned', url)];
  const body = copy?.body ?? JSON.stringify(shown);
  const images = [...new Set([...imagesOfBody(body), ...(before?.images ?? [])])].slice(0, maxEntries.imagesOfPost);
  await putCachedAndEvict('pinned', {
    url,
    body,
    link: null,
    callNumber: copy?.callNumber ?? 0,
    isStale: false,
    pinned: await takeCallNumber(),
    images,
  });
  return images;
}

/** The worker fetches it, as a slow host may answer after the page is closed. */
function requestPinnedImage(address: string): void {
  askOnce('picture', { address, patience: timeouts.pinImageMs }).catch((error: unknown) => {
    console.error(
      `The worker has not said that it cached the image ${address}; the post is pinned, perhaps without it.`,
      error,
    );
  });
}

/** Moves the post to the evictable caches, so that a tap by mistake in a tunnel loses nothing. */
export async function unpinPost({ _id }: Pick<Post, '_id'>): Promise<void> {
  const url = postUrl(_id);
  const copy = await withCacheLock(async () => {
    const found = await readCached('pinned', url);
    if (!found) return undefined;
    const { pinned, images, ...unpinned } = found;
    await putCachedAndEvict('posts', unpinned);
    await deleteCached('pinned', url);
    return found;
  });
  if (copy) await unpinImagesOf([copy]);
}

/** To be called once these posts are pinned no more. */
export async function unpinImagesOf(posts: CachedResponse[]): Promise<void> {
  const left = await readAllCached('pinned');
  await unpinImages(new Set(posts.flatMap(imagesOfCopy)), new Set(left.flatMap(imagesOfCopy)));
}

/** Includes an author's own lists, which are shown among the rest, and the list page that the server rendered. */
const unpinnedCaches = [
  ...evictableImageCaches,
  cacheNames.posts,
  cacheNames.lists,
  cacheNames.own,
  cacheNames.pages,
  cacheNames.read,
] as const;

/** Empties every cache except those of the pinned posts. */
export function clearEvictableCaches(): Promise<void> {
  return withCacheLock(async () => {
    for (const name of unpinnedCaches) await clearCache(name);
  });
}

const imagesOfCopy = ({ body, images = [] }: CachedResponse): string[] => [...imagesOfBody(body), ...images];

/** The images that a stored post names; none where the text is no post. */
function imagesOfBody(body: string): string[] {
  const [entry] = parseList(`[${body}]`) ?? [];
  const post = parsePost(entry);
  return post ? imagesOf(post) : [];
}

const postUrl = (id: string): string => callUrl(callPaths.post(id));
