import { maxEntries } from '../../device/storage/max-entries.ts';
import { newestUrl, type Pages, pagesFrom, type StoredPage } from './stored-page.ts';

/**
 * Returns the stored pages that hold the newest `count` posts, in their order. Very long posts or many empty pages end
 * them earlier.
 */
export function newestPages(pages: Pages, count: number): StoredPage[] {
  const found: StoredPage[] = [];
  let [posts, size] = [0, 0];
  for (const page of pagesFrom(pages, newestUrl())) {
    if (posts >= count || found.length >= maxEntries.newestPages || size >= maxEntries.newestLength) break;
    found.push(page);
    posts += page.ids.length;
    size += page.size;
  }
  return found;
}

/** The newest posts on this device, and which page of theirs is missing. */
export interface NewestPosts {
  ids: string[];
  /** URL of the first page among them that is not here, or may lack posts. */
  missing: string | undefined;
  /** Whether the list has no more. */
  isAll: boolean;
}

export function findNewest(pages: Pages, count: number): NewestPosts {
  const found = newestPages(pages, count);
  const ids = found.flatMap((page) => page.ids).slice(0, count);
  const last = found.at(-1);
  const isShort = ids.length < count && found.length < maxEntries.newestPages;
  const next = last ? last.next : newestUrl();
  const lacking = found.find(({ mayLack }) => mayLack)?.url;
  const isBack = next !== undefined && found.some(({ url }) => url === next);
  return {
    ids,
    missing: lacking ?? (count > 0 && isShort && !isBack ? next : undefined),
    isAll: last !== undefined && next === undefined,
  };
}
