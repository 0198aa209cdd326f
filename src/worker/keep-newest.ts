import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { parseList, parsePost, postIdOf } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { fetchLikeImgElement } from '../data/cache/fetch-image.ts';
import { cacheImage, findCachedImage, isCacheableImage } from '../data/cache/image-cache.ts';
import { findNewest } from '../data/cache/list-eviction.ts';
import { imagesOf } from '../data/cache/pinned-images.ts';
import { readCached, readCachedHeads } from '../data/cache/response-cache.ts';
import { readNewestChoice, savingCount } from '../data/newest-choice.ts';
import { isDataSaved } from '../data/save-data.ts';
import { maxEntries } from '../data/storage/max-entries.ts';
import { readRecord, writeRecords } from '../data/storage/records.ts';
import { lockNames, recordKeys, syncTags } from '../data/storage/storage-names.ts';
import { withLock } from '../data/storage/with-lock.ts';
import { timeouts } from '../data/timeouts.ts';
import { resultWithin, withTimeout } from '../data/with-timeout.ts';
import { keepPeriodicSync } from '../data/worker-client/periodic-sync.ts';
import type { CacheOutcome } from './cache-answer.ts';

declare const self: ServiceWorkerGlobalScope;

/** Describes the last complete run. */
interface Kept {
  /** Of the list's first page as it was then: no post is missing among the newest `count` of that. */
  callNumber: number;
  count: number;
  /** Addresses that were answered. A picture that is evicted is not fetched again. */
  pictures: string[];
}

type FetchPage = (url: string) => Promise<CacheOutcome>;

/**
 * Fetches the pages of the list that are missing among the newest posts, one after the other, after the first page was
 * fetched. Stops at the first one that does not come. The reader's choice is read before each. Never rejects.
 *
 * @param before the first page that was replaced.
 */
export async function keepNewest(before: CachedResponse | undefined, fetchPage: FetchPage): Promise<void> {
  try {
    await withLock(lockNames.newest, () => fetchMissing(before, fetchPage));
  } catch (error) {
    console.error('Could not fetch all of the newest posts; the next refresh of the list tries again.', error);
  }
}

async function fetchMissing(before: CachedResponse | undefined, fetchPage: FetchPage): Promise<void> {
  const first = await readCached('lists', callUrl(callPaths.posts));
  if (!first) return;
  const kept = await withTimeout(timeouts.deviceTimeoutMs, readRecord<Kept>(recordKeys.newest));
  const isJoined = before !== undefined && kept?.callNumber === before.callNumber && haveCommonPost(before, first);
  const asked = new Set([first.url]);
  for (;;) {
    const choice = await readNewestChoice();
    const count = isDataSaved() ? Math.min(choice.count, savingCount) : choice.count;
    const { pages, entries, missing } = await findNewest(await readCachedHeads('lists'), count);
    const isWhole = isJoined && kept.count >= count;
    // Posts may be missing before any page that was assembled on this device.
    const uncertain = isWhole ? undefined : pages.find((page) => page.isStale && !asked.has(page.url))?.url;
    const url = uncertain ?? missing;
    if (url === undefined) {
      const isWanted = choice.withPictures && !isDataSaved();
      const pictures = isWanted ? await fetchPictures(entries, kept?.pictures ?? []) : [];
      const found: Kept = { callNumber: first.callNumber, count, pictures };
      await withTimeout(timeouts.deviceTimeoutMs, writeRecords({ put: { [recordKeys.newest]: found } }));
      return keepPeriodicSync(self.registration, syncTags.newest, choice.count > 0);
    }
    if (asked.has(url)) return;
    asked.add(url);
    if ((await resultWithin(timeouts.newestPageMs, fetchPage(url))) !== 'stored') return;
  }
}

function haveCommonPost(before: CachedResponse, after: CachedResponse): boolean {
  const ids = new Set((parseList(before.body) ?? []).map(postIdOf));
  return (parseList(after.body) ?? []).some((entry) => ids.has(postIdOf(entry)));
}

/** A picture whose host does not answer is left out; after the third, the network is taken to be away. */
const mostUnanswered = 3;

/** Fetches pictures of these posts that were not asked for before, and returns all that were. */
async function fetchPictures(entries: unknown[], earlier: string[]): Promise<string[]> {
  const posts = entries.map(parsePost).filter((post) => post !== undefined);
  const asked: string[] = [];
  let unanswered = 0;
  for (const address of [...new Set(posts.flatMap(imagesOf))].slice(0, maxEntries.newestImages)) {
    if (unanswered === mostUnanswered || !(await readNewestChoice()).withPictures) break;
    if (!earlier.includes(address) && !(await findCachedImage(address))) {
      const answer = fetchLikeImgElement(address, AbortSignal.timeout(timeouts.pinImageMs));
      const response = await answer.catch(() => undefined);
      if (!response || response.status >= 500) unanswered += 1;
      if (!response || response.status >= 500) continue;
      if (isCacheableImage(response)) await cacheImage(address, response);
    }
    asked.push(address);
  }
  return asked;
}
