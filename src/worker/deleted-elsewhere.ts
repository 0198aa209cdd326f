import { callPaths } from '../contract/paths.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { callUrl, isOwnBackend } from '../data/api/host.ts';
import { isWebPage } from '../data/api/is-web-page.ts';
import type { CacheTicket } from '../data/cache/cache-generation.ts';
import { parseList, postIdOf } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { recordDeletedPosts, removeFromLists } from '../data/cache/deleted-posts.ts';
import { unpinImagesOf } from '../data/cache/pinned-posts.ts';
import { clearRenderedPages } from '../data/cache/rendered-pages.ts';
import { deleteCached, readCached } from '../data/cache/response-cache.ts';
import { withCacheLock } from '../data/cache/with-cache-lock.ts';
import type { Reading } from './classify-request.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';

/**
 * Removes posts that were deleted elsewhere from this device, and from every list of an earlier call. No earlier answer
 * brings them back.
 *
 * @param ticket of the call that has shown it.
 */
export async function removeDeletedElsewhere(ids: string[], { callNumber }: CacheTicket): Promise<void> {
  if (ids.length === 0) return;
  const pinned: CachedResponse[] = [];
  const changed = await withCacheLock(async () => {
    const gone: string[] = [];
    for (const id of ids) {
      const url = callUrl(callPaths.post(id));
      const kept = await readCached('pinned', url);
      if ([kept, await readCached('posts', url)].some((copy) => copy && copy.callNumber > callNumber)) continue;
      gone.push(id);
      if (kept) pinned.push(kept);
      for (const name of ['posts', 'pinned', 'read'] as const) await deleteCached(name, url);
    }
    await recordDeletedPosts(gone, callNumber);
    const lists = await removeFromLists(gone, callNumber, ['lists', 'own']);
    if (lists.length > 0) await clearRenderedPages();
    return lists;
  });
  if (pinned.length > 0) await unpinImagesOf(pinned);
  await notifyControlledPages({ type: 'moved' });
  for (const list of changed) await notifyControlledPages({ type: 'changed', url: list, isKept: true });
}

/**
 * The posts that a refusal tells to be deleted: the one that was asked for, or all on the list of an author who is gone.
 * The own backend says so by a code, as a gateway's 404 may come while it is away.
 *
 * @param copy as the list was cached.
 */
export async function deletedByRefusal(response: Response, reading: Reading, copy?: CachedResponse): Promise<string[]> {
  if (![404, 410].includes(response.status) || isWebPage(response)) return [];
  const isProblem = response.headers.get('Content-Type') === 'application/problem+json';
  const { code }: { code?: ProblemCode } = isProblem ? Object(await response.json()) : {};
  if (reading.cache === 'posts') return !isOwnBackend || code === 'post_not_found' ? [reading.id] : [];
  return copy && isOwnBackend && code === 'user_not_found' ? idsIn(copy) : [];
}

/**
 * The posts that a list of the own backend had and has no more, although it goes on behind them: they are deleted, as
 * posts that newer ones push off the page are at its end. An edit takes a post out of a topic's list.
 */
export function missingFrom(fresh: CachedResponse, before: CachedResponse): string[] {
  if (!isOwnBackend || new URL(fresh.url).searchParams.has('topic')) return [];
  const listed = new Set(idsIn(fresh));
  const known = idsIn(before);
  const last = fresh.link === null ? known.length : known.findLastIndex((id) => listed.has(id));
  return known.slice(0, Math.max(last, 0)).filter((id) => !listed.has(id));
}

const idsIn = ({ body }: CachedResponse): string[] =>
  (parseList(body) ?? []).map(postIdOf).filter((id) => id !== undefined);
