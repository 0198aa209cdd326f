import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../api/host.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { parseList, postIdOf, versionIn, withContentFrom } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { readDeletedSince } from './deleted-posts.ts';
import { confirmedUpTo, latestCallOf, newestFirst, readAllCached, readCached } from './response-cache.ts';

/** A limit, so that a list that is all new does not evict every post that was opened. */
const mostAtOnce = Math.floor(maxEntries.posts / 2);

/**
 * The posts that no cached list shows once `after` replaces `before`, each as a response of its own. A backend that
 * orders by edits or popularity still has them: only a 404 for the post itself, or a delete on this device, says that
 * one is deleted.
 */
export async function postsDroppedFromLists(
  before: CachedResponse[],
  after: CachedResponse[],
): Promise<CachedResponse[]> {
  const stillListed = new Set(after.flatMap(({ body }) => idsIn(body)));
  const leaving = before
    .toSorted(newestFirst)
    .flatMap((page) => (parseList(page.body) ?? []).map((entry) => ({ entry, page })));
  const candidates = leaving.filter(({ entry }) => !stillListed.has(postIdOf(entry) ?? ''));
  if (candidates.length === 0) return [];
  const replaced = new Set([...before, ...after].map(({ url }) => url));
  for (const page of [...(await readAllCached('lists')), ...(await readAllCached('own'))]) {
    if (!replaced.has(page.url)) for (const id of idsIn(page.body)) stillListed.add(id);
  }
  const copies: CachedResponse[] = [];
  for (const { entry, page } of candidates) {
    const id = postIdOf(entry);
    if (id === undefined || stillListed.has(id)) continue;
    if ((await readDeletedSince(confirmedUpTo(page)))(id)) continue;
    stillListed.add(id);
    const copy = await asSingle(entry as Post, callUrl(callPaths.post(id)), page);
    if (copy) copies.push(copy);
    if (copies.length === mostAtOnce) break;
  }
  return copies;
}

/** `undefined` if there is no text, or the post is cached by itself and as new. */
async function asSingle(entry: Post, url: string, page: CachedResponse): Promise<CachedResponse | undefined> {
  const own = await readCached('posts', url);
  const body = JSON.stringify(entry);
  const confirmed = confirmedUpTo(page);
  if (own && own.callNumber >= latestCallOf(page)) return undefined;
  // Either may be the later: the versions tell.
  if (own && own.callNumber >= confirmed && versionIn(own) >= versionIn({ body })) return undefined;
  const callNumber = Math.max(confirmed, own?.callNumber ?? confirmed);
  return withContentFrom({ url, body, link: null, callNumber, isStale: false }, own);
}

const idsIn = (body: string): string[] => (parseList(body) ?? []).map(postIdOf).filter((id) => id !== undefined);
