import type { StoredList, StoredPage } from './stored-list.ts';

/**
 * The most posts of a joined page, as a multiple of the posts on the list's largest page. Other pages may be smaller
 * because their posts are longer.
 */
const mostPages = 3;

/**
 * Returns the list after an answer for one of its pages. New posts push older posts on to later pages. A page's URL may
 * contain a post's id, so the answer may link to a page that is not stored. The posts that were pushed off the answered
 * page then form a joined page at that URL, in front of the following stored pages, so that the list loses no post.
 *
 * @param at the index of the answered page.
 * @param next the URL of the page that follows the answered page; `undefined` at the end of the list.
 * @param isDeleted returns whether a post is deleted; joined pages leave deleted posts out.
 */
export function joinPages(
  list: StoredList,
  at: number,
  answered: StoredPage,
  { next, isDeleted }: { next: string | undefined; isDeleted: (id: string) => boolean },
): StoredList {
  const [before, earlier] = [list.pages.slice(0, at), list.pages.slice(at)];
  const fresh = withPushedOn(answered, earlier[0], before.at(-1));
  const isRepeated = [...before, fresh].some(({ url }) => url === next);
  if (earlier.length === 0 || next === undefined || isRepeated) return { ...list, pages: [...before, fresh], next };
  const { pushedOut, behind, isContiguous } = leftOver(earlier, new Set(fresh.ids));
  const left = pushedOut.filter((id) => !isDeleted(id));
  const known = behind.findIndex(({ url }) => url === next);
  if (known > 0) behind.splice(0, known);
  const [first] = behind;
  if (left.length === 0 && (first ? first.url === next : isContiguous))
    return { ...list, pages: [...before, fresh, ...behind], next: first ? list.next : next };
  // Merges small joined pages: otherwise each newer first page would add a page of a few posts, and evict a full page.
  const isSmall = first?.isJoined && left.length + first.ids.length <= fresh.ids.length;
  // True if only deleted posts stood between the answer and the next stored page, which then takes the new URL.
  const isNext = left.length === 0 && isContiguous;
  const merged = first && (first.url === next || isSmall || isNext) ? behind.shift() : undefined;
  const { ids, call, size }: StoredPage = merged ?? { ...fresh, ids: [] };
  const largest = Math.max(
    ...[...list.pages, fresh].filter(({ isJoined }) => !isJoined).map((page) => page.ids.length),
  );
  const joined: StoredPage = {
    url: next,
    ids: [...left.filter((id) => !ids.includes(id)), ...ids].slice(0, mostPages * largest),
    call,
    size,
    isJoined: true,
    mayLack: !isContiguous || merged?.mayLack === true,
  };
  return { ...list, pages: [...before, fresh, joined, ...behind] };
}

/** Returns the posts that the answer pushed off their stored page, and the stored pages that follow these posts. */
function leftOver(earlier: StoredPage[], now: ReadonlySet<string>) {
  const shares = ({ ids }: StoredPage) => ids.some((id) => now.has(id));
  const apart = earlier.findIndex((page) => page.ids.length > 0 && !shares(page));
  const end = (apart === -1 ? earlier : earlier.slice(0, apart)).findLastIndex(shares);
  // If the answer shares no post with the stored pages, all its posts are new, and every stored page follows it.
  const { ids = [], mayLack = false } = earlier[Math.max(end, 0)] ?? {};
  const pushedOut = ids.slice(ids.findLastIndex((id) => now.has(id)) + 1);
  return { pushedOut, behind: earlier.slice(Math.max(end, 0) + 1), isContiguous: end !== -1 && !mayLack };
}

/** Returns the page plus the posts that a later answer for the previous page has pushed on to it. */
function withPushedOn(answered: StoredPage, stored?: StoredPage, previous?: StoredPage): StoredPage {
  if (!stored?.isJoined || !previous || previous.call < answered.call) return answered;
  const first = stored.ids.findIndex((id) => answered.ids.includes(id));
  const pushedOn = first === -1 ? stored.ids : stored.ids.slice(0, first);
  return pushedOn.length === 0 ? answered : { ...answered, ids: [...pushedOn, ...answered.ids], isJoined: true };
}
