import type { Post } from '../../contract/posts.ts';
import { getPosts } from '../api/blog.ts';
import { callUrl } from '../api/host.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { getImageSize } from '../api/images.ts';
import { takeCallNumber } from '../cache/call-number.ts';
import { findCachedImage } from '../cache/image-cache.ts';
import { fetchedAddress, imagesOf, isOwnImage } from '../cache/pinned-images.ts';
import { isDataSaved } from '../save-data.ts';
import { maxEntries, opaqueResponseBytes } from '../storage/max-entries.ts';
import { askWorker } from '../worker-client/ask-worker.ts';
import type { PinningJob } from './pinning-job.ts';

/** What would be pinned, before anything is. */
export interface PinningPlan {
  job: PinningJob;
  /** Of the texts, and of the pictures whose size is known. */
  bytes: number;
  /** Pictures of other sites, which are not asked for their size, and others that did not tell it. */
  unknownImages: number;
  /** Posts that the list tells without their texts. */
  unknownTexts: number;
  /**
   * Bytes by which this is more than the device has left, as far as it tells. Chromium tells up to 10 GiB more than is
   * used, whatever is left: there, a full device is noticed when it is full.
   */
  excess: number;
}

interface PlanOptions {
  /** How many posts are wanted. */
  count: number;
  /** The addresses of the images in a text, as a reader would see them. */
  imagesInText: (content: string) => Promise<string[]>;
  signal: AbortSignal;
}

/**
 * Finds the next posts of a list that are not pinned yet, and how large they are.
 *
 * @param path of the call that returns the list's first page.
 * @throws the failure of the first page; where a later one fails, the posts before it are planned.
 */
export async function measureNextPosts(
  path: string,
  { count, imagesInText, signal }: PlanOptions,
): Promise<PinningPlan> {
  const pinned = new Set((await askWorker('ids')).kept);
  const freshFrom = await takeCallNumber();
  const posts = await nextPosts(callUrl(path), { count, pinned, signal });
  const waiting: PinningJob['waiting'] = [];
  const images = new Set<string>();
  for (const post of posts) {
    signal.throwIfAborted();
    const inText = (await imagesInText(post.content)).map(fetchedAddress).filter((address) => address !== undefined);
    waiting.push({ id: post._id, images: inText.slice(0, maxEntries.imagesOfPost) });
    for (const address of [...imagesOf(post), ...inText].slice(0, maxEntries.imagesOfPost)) images.add(address);
  }
  const sizes = await sizesOf([...images], signal);
  const known = sizes.filter((size) => size !== undefined);
  const bytes = [...posts.map(bytesOf), ...known].reduce((sum, size) => sum + size, 0);
  const unknownImages = sizes.length - known.length;
  const state = { kind: posts.length === 0 ? ('done' as const) : ('going' as const) };
  const counts = { total: posts.length, pinned: 0, gone: 0, missingImages: 0 };
  return {
    job: { id: newIdempotencyKey(), waiting, ...counts, freshFrom, isForSaveData: isDataSaved(), state },
    bytes,
    unknownImages,
    unknownTexts: posts.filter(({ content }) => content === '').length,
    excess: Math.max(0, bytes + unknownImages * opaqueResponseBytes - (await bytesLeft())),
  };
}

async function nextPosts(
  url: string,
  { count, pinned, signal }: { count: number; pinned: Set<string>; signal: AbortSignal },
): Promise<Post[]> {
  const found = new Map<string, Post>();
  const seen = new Set<string>();
  for (let next: string | undefined = url; next && !seen.has(next) && seen.size < maxEntries.pagesToPin; ) {
    signal.throwIfAborted();
    seen.add(next);
    try {
      const page = await getPosts(next, 'fresh');
      for (const post of page.posts) if (!pinned.has(post._id) && found.size < count) found.set(post._id, post);
      next = found.size < count ? page.next : undefined;
    } catch (error) {
      if (next === url) throw error;
      console.error('Could not read the rest of the list; planning with the posts before it.', error);
      break;
    }
  }
  return [...found.values()];
}

/** How many images are asked for their size at a time. */
const atATime = 6;

/** In bytes, in the order of the addresses; `undefined` where it is not known. */
async function sizesOf(addresses: string[], signal: AbortSignal): Promise<(number | undefined)[]> {
  const sizes: (number | undefined)[] = [];
  for (let from = 0; from < addresses.length; from += atATime) {
    const some = addresses.slice(from, from + atATime);
    sizes.push(...(await Promise.all(some.map((address) => sizeOf(address, signal)))));
  }
  return sizes;
}

async function sizeOf(address: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const cached = await findCachedImage(address);
    if (cached && cached.type !== 'opaque') return (await cached.blob()).size;
    return isOwnImage(address) ? await getImageSize(address, signal) : undefined;
  } catch (error) {
    signal.throwIfAborted();
    console.info(`Could not find out how large ${address} is.`, error);
    return undefined;
  }
}

const bytesOf = (post: Post): number => new Blob([JSON.stringify(post)]).size;

async function bytesLeft(): Promise<number> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - usage);
}
