import { callPaths } from '../../contract/paths.ts';
import { callUrl, isOwnBackend } from '../api/host.ts';
import { followablePage } from '../api/link-header.ts';
import { maxEntries } from '../storage/max-entries.ts';
import type { CachedMetadata, CachedResponse, LazyCachedResponse } from './cached-response.ts';

/** What to delete and to store so that a cache of lists has no more pages than it may. */
export interface EvictionPlan {
  drop: string[];
  put: CachedResponse[];
}

/**
 * Evicts the pages that were requested longest ago. The first page of a list goes last: it is requested once, and then
 * the reader scrolls on. Where pages are evicted from the middle, a gap leads from the page before to the page after
 * them, so that the list does not end early. Gaps do not count as pages.
 *
 * @param newest pages that are not evicted and do not count. Others that were fetched ahead are evicted in any case.
 */
export function planEviction(
  heads: CachedMetadata[],
  bound: number,
  newest: ReadonlySet<string> = new Set(),
): EvictionPlan {
  const pages = heads.filter(({ source }) => source !== 'gap');
  const shown = pages
    .filter(({ url, isAhead }) => !newest.has(url) && !isAhead)
    .sort((a, b) => Number(isBeginning(a)) - Number(isBeginning(b)) || a.callNumber - b.callNumber);
  const kept = [...pages.filter(({ url }) => newest.has(url)), ...shown.slice(Math.max(0, shown.length - bound))];
  if (kept.length === pages.length) return { drop: [], put: [] };
  const left = new Map(kept.map((page) => [page.url, page]));
  const all = new Map(heads.map((head) => [head.url, head]));
  const gaps = gapsBetween(left, all);
  const drop = heads.filter(({ url }) => !left.has(url) && !gaps.has(url)).map(({ url }) => url);
  const put = [...gaps].map(([url, target]) => gapPage(url, target));
  return { drop, put };
}

export interface NewestPosts {
  /** The cached pages that hold them, in their order. */
  pages: CachedMetadata[];
  entries: unknown[];
  /** URL of the first page among them that is not cached. */
  missing: string | undefined;
  /** Whether the list has no more. */
  isAll: boolean;
}

/** Finds the newest `count` posts among the cached pages. A list of very long posts or of empty pages ends earlier. */
export async function findNewest(heads: LazyCachedResponse[], count: number): Promise<NewestPosts> {
  const cached = new Map(heads.map((head) => [head.url, head]));
  const pages = new Map<string, CachedMetadata>();
  const entries: unknown[] = [];
  let [next, length, missing]: [string | undefined, number, string | undefined] = [
    callUrl(callPaths.posts),
    0,
    undefined,
  ];
  while (next !== undefined && !pages.has(next)) {
    if (entries.length >= count || pages.size >= maxEntries.newestPages || length >= maxEntries.newestLength) break;
    const page = await cached.get(next)?.read();
    if (!page || page.source === 'gap') missing ??= next;
    if (!page) break;
    pages.set(next, page);
    for (const entry of JSON.parse(page.body) as unknown[]) entries.push(entry);
    length += page.body.length;
    next = nextPageUrl(page);
  }
  return { pages: [...pages.values()], entries: entries.slice(0, count), missing, isAll: next === undefined };
}

/** The URLs at which pages are missing, each with the URL of the next page that is left. */
function gapsBetween(left: Map<string, CachedMetadata>, all: Map<string, CachedMetadata>): Map<string, string> {
  const gaps = new Map<string, string>();
  for (const page of left.values()) {
    const start = nextPageUrl(page);
    const seen = new Set<string>();
    let target = start;
    while (target && !left.has(target) && !seen.has(target)) {
      seen.add(target);
      const missing = all.get(target);
      target = missing && nextPageUrl(missing);
    }
    if (start && target && target !== start && left.has(target)) gaps.set(start, target);
  }
  return gaps;
}

/** An empty page that links to `target`. Stale, so that the network is asked first for the missing posts. */
export const gapPage = (url: string, target: string): CachedResponse => ({
  url,
  body: '[]',
  link: nextLink(target),
  callNumber: 0,
  isStale: true,
  isAhead: true,
  source: 'gap',
});

export const nextLink = (url: string | undefined): string | null => (url ? `<${url}>; rel="next"` : null);

export const nextPageUrl = ({ link, url }: Pick<CachedMetadata, 'link' | 'url'>): string | undefined =>
  followablePage(link, url);

const isBeginning = ({ url }: CachedMetadata): boolean => !/[?&]/.test(url.replace(/\?(?:author|topic)=[^&?]*$/, ''));

/** Whether it is a page of an author's or a topic's list. Only the own backend has such. */
export const isOfOneAuthorOrTopic = ({ url }: Pick<CachedMetadata, 'url'>): boolean =>
  isOwnBackend && /\?(?:author|topic)=/.test(url);
