import { maxEntries } from '../../device/storage/max-entries.ts';
import { type Lists, newestUrl, type StoredPage } from './stored-list.ts';

/**
 * Returns the stored pages that hold the newest `count` posts, in the list's order. Returns fewer at the limits
 * `newestPages` and `newestLength` of `maxEntries`.
 */
export function newestPages(lists: Lists, count: number): StoredPage[] {
  const found: StoredPage[] = [];
  let [posts, size] = [0, 0];
  for (const page of lists.get(newestUrl())?.pages ?? []) {
    if (posts >= count || found.length >= maxEntries.newestPages || size >= maxEntries.newestLength) break;
    found.push(page);
    posts += page.ids.length;
    size += page.size;
  }
  return found;
}

/** Returns the stored ids of the newest `count` posts, and the first of their pages that is missing. */
export function findNewest(lists: Lists, count: number) {
  const list = lists.get(newestUrl());
  const found = newestPages(lists, count);
  const ids = found.flatMap((page) => page.ids).slice(0, count);
  const isShort =
    ids.length < count && found.length < maxEntries.newestPages && found.length === (list?.pages.length ?? 0);
  const next = list ? list.next : newestUrl();
  const lacking = found.find(({ mayLack }) => mayLack)?.url;
  const isBack = found.some(({ url }) => url === next);
  return {
    ids,
    /** URL of the first page that is not on this device or that may lack posts. */
    missing: lacking ?? (count > 0 && isShort && !isBack ? next : undefined),
    /** Whether the pages of these posts are the whole list. */
    isAll: found.length > 0 && next === undefined && found.length === list?.pages.length,
  };
}
