import { maxEntries } from '../../device/storage/max-entries.ts';
import { emptyPage } from './join-pages.ts';
import { newestPages } from './newest-posts.ts';
import { isFirstPage, kindOfList, type ListKind, type Pages, pagesFrom, type StoredPage } from './stored-page.ts';

const most: Record<ListKind, number> = { all: maxEntries.lists, found: maxEntries.foundLists, own: maxEntries.own };

/**
 * Returns the pages that stay: of each kind of list as many as it may have, those requested longest ago go first, and
 * first pages last. The newest `count` posts stay beside these; other pages that were fetched ahead go. Where pages go
 * from the middle of a list, an empty one leads from the page before to the page after them.
 */
export function evictPages(pages: Pages, count: number): Map<string, StoredPage> {
  // The first page counts as one that was shown, of which it goes last.
  const newest = new Set(newestPages(pages, count).slice(1));
  const stays = new Set<StoredPage>();
  for (const kind of ['all', 'found', 'own'] as const) {
    const shown = [...pages.values()]
      .filter((page) => page.ids.length > 0 || !page.isJoined)
      .filter((page) => kindOfList(page.url) === kind && !page.isAhead && !newest.has(page))
      .sort((a, b) => Number(isFirstPage(a.url)) - Number(isFirstPage(b.url)) || a.call - b.call);
    for (const page of shown.slice(Math.max(0, shown.length - most[kind]))) stays.add(page);
  }
  for (const page of newest) stays.add(page);
  return withoutOthers(pages, stays);
}

/** The pages that stay, and an empty page wherever others led from one of them to another. */
function withoutOthers(pages: Pages, stays: ReadonlySet<StoredPage>): Map<string, StoredPage> {
  const staying = new Map([...stays].map((page) => [page.url, page]));
  const left = new Map(staying);
  for (const { next: start } of stays) {
    if (start === undefined) continue;
    const target = pagesFrom(pages, start).find(({ url }) => staying.has(url));
    if (target && target.url !== start) left.set(start, emptyPage(start, target));
  }
  return left;
}
