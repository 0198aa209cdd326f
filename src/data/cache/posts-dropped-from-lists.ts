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
 * The posts that no cached list shows once `after` replaces `before`, or only as an earlier call had them, each as a
 * response of its own. A backend that orders by edits or popularity still has them: only a 404 for the post itself, or a
 * delete on this device, says that one is deleted.
 */
export async function postsDroppedFromLists(
  before: CachedResponse[],
  after: CachedResponse[],
): Promise<CachedResponse[]> {
  const leaving = before.toSorted(newestFirst).flatMap(entriesOf);
  const listed = new Map<string, Listed>();
  for (const page of after) addListed(listed, page);
  const candidates = leaving.filter((one) => !isListed(listed, one));
  if (candidates.length === 0) return [];
  const replaced = new Set([...before, ...after].map(({ url }) => url));
  for (const page of [...(await readAllCached('lists')), ...(await readAllCached('own'))])
    if (!replaced.has(page.url)) addListed(listed, page);
  const copies: CachedResponse[] = [];
  for (const one of candidates) {
    const { id, entry, page } = one;
    if (isListed(listed, one) || (await readDeletedSince(confirmedUpTo(page)))(id)) continue;
    listed.set(id, one);
    const copy = await asSingle(entry as Post, callUrl(callPaths.post(id)), page);
    if (copy) copies.push(copy);
    if (copies.length === mostAtOnce) break;
  }
  return copies;
}

/** An entry of a list. */
interface Listed {
  id: string;
  entry: unknown;
  page: CachedResponse;
}

const entriesOf = (page: CachedResponse): Listed[] =>
  (parseList(page.body) ?? []).flatMap((entry) => {
    const id = postIdOf(entry);
    return id === undefined ? [] : [{ id, entry, page }];
  });

/** Of a post that several pages have, the entry of the latest call stays. */
function addListed(listed: Map<string, Listed>, page: CachedResponse): void {
  for (const one of entriesOf(page)) {
    const known = listed.get(one.id);
    if (!known || confirmedUpTo(known.page) < confirmedUpTo(page)) listed.set(one.id, one);
  }
}

/** Whether a list has the post as a later call had it, or as it is. */
function isListed(listed: Map<string, Listed>, { id, entry, page }: Listed): boolean {
  const other = listed.get(id);
  if (!other) return false;
  return confirmedUpTo(other.page) >= confirmedUpTo(page) || JSON.stringify(other.entry) === JSON.stringify(entry);
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
