import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { isWebPage } from '../data/api/is-web-page.ts';
import { findCachedPost } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { takeCallNumber } from '../data/cache/call-number.ts';
import { pinImage } from '../data/cache/pinned-images.ts';
import { pinText } from '../data/cache/pinned-posts.ts';
import { deleteCached, readCached } from '../data/cache/response-cache.ts';
import { withCacheLock } from '../data/cache/with-cache-lock.ts';
import {
  changePinningJob,
  type PinningOutcome,
  readPinningJob,
  type WaitingPost,
} from '../data/pin-next/pinning-job.ts';
import { isDataSaved } from '../data/save-data.ts';
import { isQuotaExceeded } from '../data/storage/quota.ts';
import { lockNames } from '../data/storage/storage-names.ts';
import { withLock } from '../data/storage/with-lock.ts';
import { timeouts } from '../data/timeouts.ts';
import { resultWithin } from '../data/with-timeout.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { fetchAndCache } from './reading.ts';

/**
 * Pins the first post of the job that waits, with its pictures, one page or worker at a time. The job is changed when the
 * post is done: a worker that is killed before begins the same post again, and finds what it has stored.
 */
export function pinNextPost(event: ExtendableEvent): Promise<PinningOutcome> {
  return withLock(lockNames.pinning, async () => {
    const job = await readPinningJob();
    const next = job?.waiting[0];
    if (!job || !next || job.state.kind !== 'going') return 'over';
    let result: PinnedPost | 'gone' | 'away';
    try {
      result = await pin(event, next, job.freshFrom);
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      console.error('Storage is full: could not pin another post; those that are pinned stay.', error);
      await changePinningJob(job.id, () => ({ state: { kind: 'full' } }));
      return 'over';
    }
    if (result === 'away') {
      // What is cached of the posts that are left may be outdated when the network is back.
      const freshFrom = await takeCallNumber();
      await changePinningJob(job.id, () => ({ freshFrom }));
      return 'away';
    }
    const left = job.waiting.length - 1;
    await changePinningJob(job.id, ({ waiting, pinned, gone, missingImages }) => ({
      waiting: waiting.slice(1),
      ...(result === 'gone'
        ? { gone: gone + 1 }
        : { pinned: pinned + 1, missingImages: missingImages + result.missingImages }),
      ...(left === 0 && { state: { kind: 'done' } }),
    }));
    return left === 0 ? 'over' : 'more';
  });
}

interface PinnedPost {
  missingImages: number;
}

/** @throws DOMException `QuotaExceededError` */
async function pin(
  event: ExtendableEvent,
  { id, images }: WaitingPost,
  freshFrom: number,
): Promise<PinnedPost | 'gone' | 'away'> {
  const url = callUrl(callPaths.post(id));
  const copy = await findCachedPost(id, url);
  if (!copy || copy.isStale || copy.callNumber < freshFrom) {
    const read = await readAnew(event, id, url, copy);
    if (read !== 'read') return read;
  }
  const pinned = await withCacheLock(() => pinText(id, { images, isTogether: true }));
  if (!pinned) return 'gone';
  let missingImages = 0;
  for (const address of pinned.images ?? []) {
    const outcome = await pinImage(address, AbortSignal.timeout(timeouts.pinImageMs));
    // The image's host alone may be down: then the post is still answered, and is pinned without the image.
    if (outcome === 'unanswered' && (await readAnew(event, id, url, pinned)) === 'away') return 'away';
    if (outcome !== 'stored') missingImages += 1;
  }
  return { missingImages };
}

/**
 * Asks the backend for the post. What the answer leaves in the cache of opened posts is moved on, as many posts in a row
 * would evict those that were opened.
 */
async function readAnew(
  event: ExtendableEvent,
  id: string,
  url: string,
  copy: CachedResponse | undefined,
): Promise<'read' | 'gone' | 'away'> {
  const before = await readCached('posts', url);
  const asking = { request: new Request(url), reading: { cache: 'posts' as const, id }, copy };
  const done = await resultWithin(
    timeouts.pinTextMs,
    fetchAndCache(event, asking).then(async ({ response, outcome }) => ({ response, outcome: await outcome })),
  );
  if (!done || isUnanswered(done.response)) return 'away';
  if (done.outcome === 'no room') throw new DOMException('No room for the post', 'QuotaExceededError');
  if (done.outcome === 'failed') throw new Error(`The device did not store ${url}`);
  if (done.outcome === 'not to be stored') return (await readCached('posts', url)) ? 'read' : 'gone';
  if (!before) {
    await withCacheLock(async () => {
      await pinText(id, { isTogether: true });
      await deleteCached('posts', url);
    });
  }
  return 'read';
}

/** Whether it may be answered later: no connection, a server in trouble, or a captive portal's page. */
const isUnanswered = (response: Response): boolean =>
  response.type === 'error' ||
  response.status === 408 ||
  response.status === 429 ||
  response.status >= 500 ||
  isWebPage(response);

/** Goes on with every page closed. Rejects if the network is away, so that the browser tries again. */
export async function pinWaitingPosts(event: ExtendableEvent): Promise<void> {
  for (;;) {
    if (await isToBeAsked()) return;
    const outcome = await pinNextPost(event);
    if (outcome === 'away') throw new Error('Posts still wait to be pinned');
    if (outcome === 'over') return;
  }
}

/** Whether the reader must agree first, as the browser is told to save data by now. */
const isToBeAsked = async (): Promise<boolean> => isDataSaved() && (await readPinningJob())?.isForSaveData !== true;

/** Tells the pages of a job that is left, so that they load what goes on with it. */
export async function tellOfWaitingPosts(): Promise<void> {
  const job = await readPinningJob();
  if (job?.state.kind === 'going') await notifyControlledPages({ type: 'pinning waits' });
}
