import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { type CacheTicket, readGeneration } from '../data/cache/cache-generation.ts';
import { isPostBody, parseList, postIdOf } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { readDeletedSince } from '../data/cache/deleted-posts.ts';
import { isBeforeEdit, withEdits } from '../data/cache/edited-posts.ts';
import { nextPageUrl } from '../data/cache/list-eviction.ts';
import { mergeBehindNewer, stitchList } from '../data/cache/list-stitching.ts';
import { postsDroppedFromLists } from '../data/cache/posts-dropped-from-lists.ts';
import { clearRenderedPages } from '../data/cache/rendered-pages.ts';
import { deleteCached, putCached, putCachedAndEvict, readCached } from '../data/cache/response-cache.ts';
import { withCacheLock } from '../data/cache/with-cache-lock.ts';
import { isQuotaExceeded } from '../data/storage/quota.ts';
import { isKnownList, type Reading } from './classify-request.ts';
import { deletedByRefusal, missingFrom, removeDeletedElsewhere } from './deleted-elsewhere.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { cacheRenderedHome } from './rendered-home.ts';

export interface ReadingRequest {
  request: Request;
  reading: Reading;
  /** What was cached before this request; the page may have been given it. */
  copy?: CachedResponse | undefined;
  /** The app has shown the list at this URL, so it is cached although no cached page leads to it. */
  isShown?: boolean;
  /** The page of a list is fetched before the app shows it. */
  isAhead?: boolean;
}

/** What became of an answer in the cache. */
export type CacheOutcome =
  | 'stored'
  /** The answer of a later call is cached already, and stays. */
  | 'older'
  /** Storage is full. */
  | 'no room'
  /** Storage failed in another way; a later attempt may succeed. */
  | 'failed'
  /**
   * The answer is not valid, shows a deleted post or the list of an author who has logged out, or is at a URL that will
   * not be requested again.
   */
  | 'not to be stored';

/**
 * Caches an answer, and tells the pages what has changed. Rejects if storage fails in another way than by being full.
 *
 * @param response a clone: its body is read.
 * @param ticket taken before the call was made.
 */
export async function cacheAnswer(
  response: Response,
  asking: ReadingRequest,
  ticket: CacheTicket,
): Promise<CacheOutcome> {
  const { request, reading, copy } = asking;
  const { url } = request;
  await removeDeletedElsewhere(await deletedByRefusal(response, reading, copy), ticket);
  const body = await readValidBody(response, reading);
  if (body === undefined) return 'not to be stored';
  const fresh: CachedResponse = {
    url,
    body,
    link: response.headers.get('Link'),
    callNumber: ticket.callNumber,
    answeredAt: Date.now(),
    isStale: false,
  };
  const isSame = copy?.body === body && nextPageUrl(copy) === nextPageUrl(fresh);
  const hasChanged = !isSame || copy.isStale;
  const isNewest = url === callUrl(callPaths.posts);
  const outcome = await replaceCopy(fresh, asking, ticket, isNewest && hasChanged);
  if (outcome === 'stored' && !isSame) await notifyControlledPages({ type: 'moved' });
  // What fills a gap was asked for by the page that shows it. Told of it, that page would read all of its pages again, and
  // where it shows more than the device keeps, each of them would leave another gap, without end.
  const isGap = copy?.source === 'gap';
  if (outcome === 'stored' && copy && hasChanged && !isGap)
    await notifyControlledPages({ type: 'changed', url, isKept: true });
  // A page that was given this answer, or an earlier cached response, has not seen the newest state.
  if (outcome === 'older') await notifyControlledPages({ type: 'changed', url, isKept: true });
  if (outcome === 'no room' && copy && hasChanged) await notifyControlledPages({ type: 'changed', url, isKept: false });
  if (outcome === 'stored' && copy && reading.cache === 'lists')
    await removeDeletedElsewhere(missingFrom(fresh, copy), ticket);
  if (outcome === 'stored' && isNewest) await cacheRenderedHome(hasChanged, ticket);
  return outcome;
}

function replaceCopy(
  fresh: CachedResponse,
  { reading, isShown = false, isAhead = false }: ReadingRequest,
  ticket: CacheTicket,
  isHomeOutdated: boolean,
): Promise<CacheOutcome> {
  const { url } = fresh;
  return withCacheLock(async (lost) => {
    const isOverdue = (await readGeneration()) !== ticket.generation;
    // The list's author may have logged out since.
    if (isOverdue && reading.cache === 'own') return 'not to be stored';
    const before = await readCached(reading.cache, url);
    if (before && before.callNumber > fresh.callNumber)
      return before.body === fresh.body ? 'not to be stored' : 'older';
    const isRemoved = await readDeletedSince(fresh.callNumber);
    lost.throwIfAborted();
    if (isHomeOutdated) await clearRenderedPages();
    try {
      if (reading.cache === 'posts') {
        if (isRemoved(reading.id)) return 'not to be stored';
        if (await isBeforeEdit(fresh, reading.id)) return 'older';
        lost.throwIfAborted();
        await putCachedAndEvict('posts', fresh);
        await updatePinned(fresh, lost);
      } else {
        if (!isShown && !(await isKnownList(reading.cache, url))) return 'not to be stored';
        const list = await withEdits(withoutRemoved(fresh, isRemoved));
        const wasShown = before !== undefined && !before.isAhead;
        await cacheList(reading.cache, { ...list, isStale: isOverdue, isAhead: isAhead && !wasShown }, before, lost);
      }
      return 'stored';
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      console.error(
        `Storage is full: could not cache the newer answer of ${url}; the pages request it from the network.`,
        error,
      );
      return 'no room';
    }
  });
}

/** Caches a page of a list, stitches the earlier pages on to it, and caches the posts that no list shows any more. */
async function cacheList(
  cache: 'lists' | 'own',
  answer: CachedResponse,
  before: CachedResponse | undefined,
  lost: AbortSignal,
): Promise<void> {
  const fresh = await mergeBehindNewer(cache, answer, before);
  lost.throwIfAborted();
  if (!before || before.body === fresh.body) return putCachedAndEvict(cache, fresh);
  const { put, drop } = await stitchList(cache, fresh, before);
  const replaced = await Promise.all([...drop, ...put.map(({ url }) => url)].map((url) => readCached(cache, url)));
  const left = [before, ...replaced.filter((page) => page !== undefined)];
  // An author's own list is removed at logout, and posts cached separately would outlive it.
  const unlisted = cache === 'own' ? [] : await postsDroppedFromLists(left, [fresh, ...put]);
  // Before the newer page, so that a worker that is killed in between loses nothing.
  const withoutRoom = [...(await putIfRoom(cache, put, lost)), ...(await putIfRoom('posts', unlisted, lost))];
  lost.throwIfAborted();
  await putCachedAndEvict(cache, fresh);
  for (const url of drop) {
    lost.throwIfAborted();
    await deleteCached(cache, url);
  }
  if (withoutRoom.length > 0) {
    const dropped = [...(await putIfRoom(cache, put, lost)), ...(await putIfRoom('posts', unlisted, lost))];
    for (const { url } of dropped)
      console.error(`Storage is full: could not cache ${url} beside the newer list; it is dropped.`);
  }
}

/**
 * Stores as many as fit; a full device goes without the rest.
 *
 * @returns those that did not fit.
 */
async function putIfRoom(
  cache: 'lists' | 'own' | 'posts',
  copies: CachedResponse[],
  lost: AbortSignal,
): Promise<CachedResponse[]> {
  const withoutRoom: CachedResponse[] = [];
  for (const copy of copies) {
    lost.throwIfAborted();
    try {
      await (cache === 'posts' ? putCachedAndEvict(cache, copy) : putCached(cache, copy));
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      withoutRoom.push(copy);
    }
  }
  return withoutRoom;
}

function withoutRemoved(list: CachedResponse, isRemoved: (id: string | undefined) => boolean): CachedResponse {
  const entries = parseList(list.body) ?? [];
  const left = entries.filter((entry) => !isRemoved(postIdOf(entry)));
  return left.length === entries.length ? list : { ...list, body: JSON.stringify(left) };
}

/** Replaces the text of a pinned post by the newest one. */
async function updatePinned({ url, body, callNumber }: CachedResponse, lost: AbortSignal): Promise<void> {
  const pinned = await readCached('pinned', url);
  lost.throwIfAborted();
  if (pinned && pinned.body !== body) await putCachedAndEvict('pinned', { ...pinned, body, callNumber });
}

/** The body, if it is the list or post that was requested; `undefined` otherwise, and if the response breaks off. */
export async function readValidBody(response: Response, reading: Reading): Promise<string | undefined> {
  if (!response.ok) return undefined;
  try {
    const body = await response.text();
    return (reading.cache === 'posts' ? isPostBody(body) : parseList(body) !== undefined) ? body : undefined;
  } catch (error) {
    console.error(`The answer of ${response.url} broke off; it is ignored.`, error);
    return undefined;
  }
}
