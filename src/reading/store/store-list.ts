import { isOwnBackend } from '../../device/calls/host.ts';
import { evictPages } from './evict-pages.ts';
import { joinPages } from './join-pages.ts';
import type { SentPost } from './parse-posts.ts';
import { droppedFrom, keepSingles, putLists } from './put-lists.ts';
import { putPosts, type Removed, removeListed } from './put-posts.ts';
import { changeReading } from './reading-database.ts';
import { firstPageOf, kindOfList, readLists, type StoredList, type StoredPage } from './stored-list.ts';
import { isBeforeLogout } from './take-call.ts';

/** An answer of the backend that is a page of a list. */
export interface ListAnswer {
  url: string;
  call: number;
  posts: SentPost[];
  next: string | undefined;
  answeredAt: number;
  /** Number of characters in the answer. */
  size: number;
}

/** The result of storing an answer. */
export type Stored =
  | ({
      kind: 'stored';
      call: number;
      /** Whether it differs from the answer that it replaces. */
      hasChanged: boolean;
      /** Whether it is stored exactly as it was sent. */
      isAsSent: boolean;
    } & Removed)
  /** Not stored: a later call's answer is stored already, or a logout followed the call (`isBeforeLogout`). */
  | { kind: 'older' }
  /** The answer belongs to an author who has logged out, or to a URL that will not be requested again. */
  | { kind: 'not wanted' };

/**
 * Stores a page of a list and its posts in one transaction. Joins the other stored pages to it (`joinPages`). Evicts
 * pages beyond the limits.
 *
 * @param newestCount how many of the newest posts are never evicted.
 * @throws DOMException `QuotaExceededError`; then nothing has changed.
 */
export const storeList = (answer: ListAnswer, newestCount: number): Promise<Stored> =>
  changeReading(async (store) => {
    const { url, call, posts, next, answeredAt, size } = answer;
    const lists = await readLists(store);
    const first = firstPageOf(url);
    if (first === undefined) return { kind: 'not wanted' };
    // A new list may begin with any page: our own backend's link for browsers without scripts can open a later page.
    const list: StoredList = lists.get(first) ?? { url: first, pages: [], next: isOwnBackend ? url : undefined };
    const at = placeIn(list, url);
    const before = list.pages.find((page) => page.url === url);
    if (before && before.call > call) return { kind: 'older' };
    if (await isBeforeLogout(store, call)) return { kind: kindOfList(first) === 'own' ? 'not wanted' : 'older' };
    if (at === -1 && !isOwnBackend) return { kind: 'not wanted' };
    const ids = posts.map(({ post }) => post._id);
    const put = await putPosts(store, { lists, posts, call, isWhole: false });
    if (at === -1) {
      // No page of the list links to this page any more. Its posts are stored as singles.
      await keepSingles(store, ids);
      return { kind: 'not wanted' };
    }
    const fresh: StoredPage = { url, ids, call, answeredAt, size };
    const nextBefore = list.pages[at + 1]?.url ?? list.next;
    const removed = await removeListed(store, lists, before ? missingFrom(fresh, before, next) : [], call);
    const isDeleted = (id: string) => id in put.deleted || removed.deleted.includes(id);
    const joined = joinPages(list, at, fresh, { next, isDeleted });
    const all = new Map(lists).set(first, joined);
    await keepSingles(store, droppedFrom(lists, all));
    await putLists(store, lists, evictPages(all, newestCount));
    const isSame = !before?.isJoined && String(before?.ids) === String(fresh.ids) && nextBefore === next;
    return {
      kind: 'stored',
      call,
      hasChanged: put.hasChanged || !isSame,
      isAsSent: put.areAsSent && joined.pages[at]?.isJoined !== true,
      ...removed,
    };
  });

/** Returns the index that the page at `url` has in the list, or would have; -1 if no page of the list leads to it. */
function placeIn({ url: first, pages, next }: StoredList, url: string): number {
  const at = pages.findIndex((page) => page.url === url);
  if (at !== -1) return at;
  return url === first ? 0 : url === next ? pages.length : -1;
}

/**
 * Returns the posts that a page of our own backend lacks now because they were deleted. The backend lists posts by
 * their ids, the latest first. New posts only push off posts that sort after the page's new last post, so a missing
 * post that sorts before it was deleted. A topic's list proves no deletion: an edit can remove a post from the list.
 */
function missingFrom({ url, ids }: StoredPage, before: StoredPage, next: string | undefined): string[] {
  if (!isOwnBackend || new URL(url).searchParams.has('topic')) return [];
  const last = ids.at(-1) ?? '';
  return before.ids.filter((id) => !ids.includes(id) && (next === undefined || id > last));
}
