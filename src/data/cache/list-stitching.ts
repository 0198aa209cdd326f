import { parseList, postIdOf } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { gapPage, nextLink, nextPageUrl } from './list-eviction.ts';
import { confirmedUpTo, latestCallOf, readCached, readCachedHeads } from './response-cache.ts';

/** How the pages cached earlier change when a newer page of their list is cached. */
export interface PageChanges {
  /** Pages to be stored before the newer one, which links to them. */
  put: CachedResponse[];
  /** URLs of pages all of whose posts are on other pages now; to be deleted after the newer one is stored. */
  drop: string[];
}

/**
 * The most posts at one URL, in multiples of the page size: those of a numbered page and those pushed on to it since.
 */
const mostPages = 3;

const none: PageChanges = { put: [], drop: [] };

/**
 * Keeps a list in one chain that can be read offline when a newer page replaces `old`. New posts push the others on to
 * later pages, and pages whose URL names a post get new URLs. The posts that the newer page pushed out go on to a page
 * assembled on this device, at the URL that the newer page links to.
 */
export async function stitchList(
  cache: 'lists' | 'own',
  fresh: CachedResponse,
  old: CachedResponse,
): Promise<PageChanges> {
  const next = nextPageUrl(fresh);
  if (!next) return none;
  const now = new Set(idsOf(fresh));
  const { passed, lastAt } = await comparePages(cache, now, old);
  const last = passed.at(-1);
  // Nothing in common: at least a whole page is new, and the earlier page follows it, after a gap.
  const from = last ?? old;
  const left = (parseList(from.body) ?? []).slice(lastAt + 1).filter((entry) => !now.has(postIdOf(entry) ?? ''));
  const after = nextPageUrl(from);
  const pieces = await pageOf({ cache, next, after, left, from, size: now.size, passed });
  const drop = [...passed.map(({ url }) => url), ...pieces.merged].filter((url) => url !== fresh.url && url !== next);
  return { put: pieces.put, drop };
}

/** If `fresh` was fetched before the page that links to it, keeps the posts pushed on to it since (numbered pages). */
export async function mergeBehindNewer(
  cache: 'lists' | 'own',
  fresh: CachedResponse,
  before: CachedResponse | undefined,
): Promise<CachedResponse> {
  if (before?.source !== 'pieces') return fresh;
  const heads = await readCachedHeads(cache);
  if (!heads.some((page) => nextPageUrl(page) === fresh.url && page.callNumber > fresh.callNumber)) return fresh;
  const now = new Set(idsOf(fresh));
  const entries = parseList(before.body) ?? [];
  const firstKnown = entries.findIndex((entry) => now.has(postIdOf(entry) ?? ''));
  const pushedOut = firstKnown === -1 ? entries : entries.slice(0, firstKnown);
  const body = JSON.stringify([...pushedOut, ...(parseList(fresh.body) ?? [])]);
  return { ...fresh, body, isStale: true, source: 'pieces', calls: callsOf([before, fresh]) };
}

/** The earlier pages that the newer one covers, from its beginning to the last post they share. Skips gaps. */
async function comparePages(cache: 'lists' | 'own', now: Set<string>, old: CachedResponse) {
  const passed: CachedResponse[] = [];
  const end = [...now].at(-1) ?? '';
  let [gaps, lastAt]: [CachedResponse[], number] = [[], -1];
  for await (const page of pagesFrom(cache, old)) {
    const ids = idsOf(page);
    const at = ids.findLastIndex((id) => now.has(id));
    if (at === -1 && ids.length > 0) break;
    if (at === -1) {
      gaps.push(page);
      continue;
    }
    passed.push(...gaps, page);
    gaps = [];
    lastAt = at;
    if (ids.includes(end)) break;
  }
  return { passed, lastAt };
}

interface Left {
  cache: 'lists' | 'own';
  /** The URL that the newer page links to; `after` is the one that the earlier pages linked to. */
  next: string;
  after: string | undefined;
  /** Entries that the newer page pushed out; `from` is the page they are from. */
  left: unknown[];
  from: CachedResponse;
  size: number;
  passed: CachedResponse[];
}

/** What to store at the URL that the newer page links to. */
async function pageOf({ cache, next, after, left, from, size, passed }: Left) {
  const isPassed = passed.some(({ url }) => url === next);
  const there = isPassed ? undefined : await readCached(cache, next);
  const piece = (entries: unknown[], goesOn: string | undefined, others: CachedResponse[]): CachedResponse => ({
    url: next,
    body: JSON.stringify(entries),
    link: nextLink(goesOn),
    callNumber: from.callNumber,
    isStale: true,
    source: 'pieces',
    calls: callsOf([from, ...others]),
    isAhead: [from, ...others].every(({ isAhead }) => isAhead),
  });
  if (there && there.source !== 'gap') {
    const known = new Set(idsOf(there));
    const unknown = left.filter((entry) => !known.has(postIdOf(entry) ?? ''));
    // Of a post that both have, the entry of the later call.
    const later = confirmedUpTo(from) > confirmedUpTo(there) ? left : [];
    const inPlace = new Map(later.map((entry) => [postIdOf(entry), entry]));
    const before = parseList(there.body) ?? [];
    const entries = [...unknown, ...before.map((entry) => inPlace.get(postIdOf(entry)) ?? entry)];
    const gaps = await gapsBehind(cache, there, after);
    if (JSON.stringify(entries) === JSON.stringify(before)) return { put: gaps, merged: [] };
    const page = piece(entries.slice(0, mostPages * size), nextPageUrl(there), [there]);
    return { put: [{ ...page, callNumber: there.callNumber }, ...gaps], merged: [] };
  }
  if (left.length === 0) {
    // A gap to a page that is not cached would fetch a page that nothing else leads to, at the price of one that was shown.
    const isGap = after !== undefined && after !== next && (await readCached(cache, after)) !== undefined;
    return { put: isGap ? [gapPage(next, after)] : [], merged: [] };
  }
  const goesOn = after === next ? there && nextPageUrl(there) : after;
  const following = goesOn === undefined ? undefined : await readCached(cache, goesOn);
  const more = parseList(following?.body ?? '') ?? [];
  // Merges small pages, as otherwise each refetch would add a page of a few posts and evict a whole one.
  if (following?.source === 'pieces' && left.length + more.length <= size) {
    return { put: [piece([...left, ...more], nextPageUrl(following), [following])], merged: [following.url] };
  }
  return { put: [piece(left, goesOn, [])], merged: [] };
}

/**
 * Where the cached pages from `there` on end, a gap to the first of the earlier ones, from the URL `after` on, that has
 * posts behind theirs. `there` may be from another time than the earlier pages: a page that no other leads to any more
 * is cached where its answer comes late, or a page without the newest beginning asks for it.
 */
async function gapsBehind(
  cache: 'lists' | 'own',
  there: CachedResponse,
  after: string | undefined,
): Promise<CachedResponse[]> {
  const known = new Set<string>();
  let end: string | undefined;
  for await (const page of pagesFrom(cache, there)) {
    for (const id of idsOf(page)) known.add(id);
    end = nextPageUrl(page);
  }
  // Cached where the pages lead back to themselves.
  if (end === undefined || (await readCached(cache, end))) return [];
  let target: string | undefined;
  const earlier = after === undefined ? undefined : await readCached(cache, after);
  for await (const page of pagesFrom(cache, earlier))
    for (const id of idsOf(page)) target = known.has(id) ? undefined : (target ?? page.url);
  return target === undefined ? [] : [gapPage(end, target)];
}

/** The page and those behind it, as they are linked, to the last that is cached. */
async function* pagesFrom(cache: 'lists' | 'own', first: CachedResponse | undefined): AsyncGenerator<CachedResponse> {
  const seen = new Set<string>();
  for (let page = first; page && !seen.has(page.url); ) {
    yield page;
    seen.add(page.url);
    const url = nextPageUrl(page);
    page = url === undefined ? undefined : await readCached(cache, url);
  }
}

/** Of a page that is assembled of these. */
const callsOf = (pages: CachedResponse[]): number[] => [
  Math.min(...pages.map(confirmedUpTo)),
  Math.max(...pages.map(latestCallOf)),
];

const idsOf = ({ body }: CachedResponse): string[] =>
  (parseList(body) ?? []).map(postIdOf).filter((id): id is string => id !== undefined);
