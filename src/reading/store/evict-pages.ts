import { maxEntries } from '../../device/storage/max-entries.ts';
import { newestPages } from './newest-posts.ts';
import { kindOfList, type ListKind, type Lists, type StoredList, type StoredPage } from './stored-list.ts';

const most: Record<ListKind, number> = { all: maxEntries.lists, found: maxEntries.foundLists, own: maxEntries.own };

/**
 * Returns the lists without the pages beyond the limit of each kind of list. Evicts the pages requested longest ago
 * first, and the first pages of lists last. Keeps all pages of the newest `count` posts.
 */
export function evictPages(lists: Lists, count: number): Map<string, StoredList> {
  // These pages do not count towards the limit. The first page does, because it is evicted last anyway.
  const newest = newestPages(lists, count).slice(1);
  const stays = new Set<StoredPage>(newest);
  for (const [kind, ofKind] of Map.groupBy(lists.values(), ({ url }) => kindOfList(url))) {
    const shown = ofKind
      .flatMap(({ url, pages }) => pages.map((page) => ({ page, isFirst: page.url === url })))
      .filter(({ page }) => !isGap(page) && !newest.includes(page))
      .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.page.call - a.page.call);
    for (const { page } of shown.slice(0, most[kind])) stays.add(page);
  }
  return new Map([...lists].map(([url, list]) => [url, withoutOthers(list, stays)] as const).filter(hasPages));
}

const hasPages = ([, { pages }]: readonly [string, StoredList]) => pages.length > 0;

/** Returns whether this is an empty page that stands for evicted pages. */
const isGap = ({ ids, mayLack }: StoredPage): boolean => ids.length === 0 && mayLack === true;

/**
 * Returns the list with one empty page for each run of evicted pages. A request for the empty page asks the network
 * first. Drops a run at the end of the list.
 */
function withoutOthers(list: StoredList, stays: ReadonlySet<StoredPage>): StoredList {
  const pages: StoredPage[] = [];
  for (const page of list.pages) {
    const last = pages.at(-1);
    if (stays.has(page) || (isGap(page) && !(last && isGap(last)))) pages.push(page);
    else if (!last || !isGap(last)) pages.push({ ...page, ids: [], size: 0, isJoined: true, mayLack: true });
  }
  const last = pages.at(-1);
  if (last && isGap(last)) return { ...list, pages: pages.slice(0, -1), next: last.url };
  return pages.every((page, index) => page === list.pages[index]) && pages.length === list.pages.length
    ? list
    : { ...list, pages };
}
