import { isOwnBackend } from '../api/host.ts';
import { followablePage } from '../api/link-header.ts';
import type { CachedMetadata, CachedResponse } from './cached-response.ts';

/** What to delete and to store so that a cache of lists has no more pages than it may. */
export interface EvictionPlan {
  drop: string[];
  put: CachedResponse[];
}

/**
 * Evicts the pages that were requested longest ago. The first page of a list goes last: it is requested once, and then
 * the reader scrolls on. Where pages are evicted from the middle, a gap leads from the page before to the page after
 * them, so that the list does not end early. Gaps do not count as pages.
 */
export function planEviction(heads: CachedMetadata[], bound: number): EvictionPlan {
  const pages = heads.filter(({ source }) => source !== 'gap');
  const excess = pages.length - bound;
  if (excess <= 0) return { drop: [], put: [] };
  const inOrder = pages.toSorted(
    (a, b) => Number(isBeginning(a)) - Number(isBeginning(b)) || a.callNumber - b.callNumber,
  );
  const left = new Map(inOrder.slice(excess).map((page) => [page.url, page]));
  const all = new Map(heads.map((head) => [head.url, head]));
  const gaps = gapsBetween(left, all);
  const drop = heads.filter(({ url }) => !left.has(url) && !gaps.has(url)).map(({ url }) => url);
  const put = [...gaps].map(([url, target]) => gapPage(url, target));
  return { drop, put };
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
  source: 'gap',
});

export const nextLink = (url: string | undefined): string | null => (url ? `<${url}>; rel="next"` : null);

export const nextPageUrl = ({ link, url }: Pick<CachedMetadata, 'link' | 'url'>): string | undefined =>
  followablePage(link, url);

const isBeginning = ({ url }: CachedMetadata): boolean => !/[?&]/.test(url.replace(/\?(?:author|topic)=[^&?]*$/, ''));

/** Whether it is a page of an author's or a topic's list. Only the own backend has such. */
export const isOfOneAuthorOrTopic = ({ url }: Pick<CachedMetadata, 'url'>): boolean =>
  isOwnBackend && /\?(?:author|topic)=/.test(url);
