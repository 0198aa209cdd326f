import { type Pages, pagesFrom, type StoredPage } from './stored-page.ts';

/** The most posts of a joined page, in multiples of a page: those of a numbered page and those pushed on to it since. */
const mostPages = 3;

/**
 * Returns the pages with the answered one at its URL. New posts push others on to later pages, and a cursor names a post,
 * so the answer may link to a page that is not stored. The posts that it has pushed out then stand on a joined page at
 * that URL, which leads on to the earlier pages: nobody loses what was listed.
 */
export function joinPages(pages: Pages, answered: StoredPage): Map<string, StoredPage> {
  const before = pages.get(answered.url);
  const fresh = withPushedOn(pages, answered, before);
  const joined = new Map(pages).set(fresh.url, fresh);
  const { next } = fresh;
  if (!before || next === undefined) return joined;
  const { passed, from, left, isContiguous } = leftOver(pages, fresh, before);
  for (const { url } of passed) if (url !== fresh.url) joined.delete(url);
  const there = joined.get(next);
  // Without an answer of the backend at this URL, the earlier pages go on here.
  const goesOn = there?.ids.length ? there.next : from.next === next ? pages.get(next)?.next : from.next;
  const following = there ? undefined : joined.get(goesOn ?? '');
  // Small joined pages become one: each new beginning would add a page of a few posts, and evict a whole one.
  const merged = following?.isJoined && left.length + following.ids.length <= fresh.ids.length ? following : undefined;
  if (merged) joined.delete(merged.url);
  const behind = (there ?? merged)?.ids ?? [];
  const pushedOn = left.filter((id) => !behind.includes(id));
  const ids = [...pushedOn, ...behind].slice(0, mostPages * fresh.ids.length);
  const link = merged ? merged.next : goesOn;
  if (there?.ids.length && pushedOn.length === 0) return withLink(joined, next, from.next);
  if (ids.length === 0 && !joined.has(link ?? '')) return joined;
  const { call, size, isAhead = false } = there?.ids.length ? there : from;
  const isWhole = isContiguous && !(there ?? merged)?.mayLack && (!there?.ids.length || from.next === next);
  joined.set(next, { url: next, ids, next: link, call, size, isJoined: true, mayLack: !isWhole, isAhead });
  return withLink(joined, next, from.next);
}

/** Returns the earlier posts that follow the last one which `fresh` has too, and the page `from` where they stand. */
function leftOver(pages: Pages, fresh: StoredPage, before: StoredPage) {
  const now = new Set(fresh.ids);
  const chain = pagesFrom(pages, before.url);
  const apart = chain.findIndex(({ ids }) => ids.length > 0 && !ids.some((id) => now.has(id)));
  const covered = apart === -1 ? chain : chain.slice(0, apart);
  const end = covered.findLastIndex(({ ids }) => ids.some((id) => now.has(id)));
  // Nothing in common: at least a whole page is new, and the earlier pages follow it.
  const from = covered[end] ?? before;
  const last = from.ids.findLastIndex((id) => now.has(id));
  const left = from.ids.slice(last + 1).filter((id) => !now.has(id));
  return { passed: covered.slice(0, end + 1), from, left, isContiguous: end !== -1 };
}

/** Adds an empty page where the pages from `url` on end although earlier pages had more. It leads on to those. */
function withLink(joined: Map<string, StoredPage>, url: string, earlier: string | undefined): Map<string, StoredPage> {
  const chain = pagesFrom(joined, url);
  const end = chain.at(-1);
  const known = new Set(chain.flatMap(({ ids }) => ids));
  const more = pagesFrom(joined, earlier).find(({ ids }) => ids.length > 0 && !ids.some((id) => known.has(id)));
  if (end?.next === undefined || joined.has(end.next) || !more) return joined;
  return joined.set(end.next, emptyPage(end.next, more));
}

/** Returns a page without posts that leads to another. It lacks all of its posts, so that the network is asked first. */
export const emptyPage = (url: string, { url: next, call }: StoredPage): StoredPage => ({
  url,
  ids: [],
  next,
  call,
  size: 0,
  isJoined: true,
  mayLack: true,
  isAhead: true,
});

/** Returns the page with the posts that were pushed on to it after its call, by a later answer for the page before it. */
function withPushedOn(pages: Pages, fresh: StoredPage, before: StoredPage | undefined): StoredPage {
  const isBehindNewer = [...pages.values()].some(({ next, call }) => next === fresh.url && call > fresh.call);
  if (!before?.isJoined || !isBehindNewer) return fresh;
  const now = new Set(fresh.ids);
  const first = before.ids.findIndex((id) => now.has(id));
  const pushedOn = first === -1 ? before.ids : before.ids.slice(0, first);
  return pushedOn.length === 0 ? fresh : { ...fresh, ids: [...pushedOn, ...fresh.ids], isJoined: true };
}
