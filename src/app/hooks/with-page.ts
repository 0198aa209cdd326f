import type { Post } from '../../contract/posts.ts';
import { publishedAt } from '../../reading/follows/follow.ts';
import type { ListPage } from '../../reading/follows/look-for-new.ts';
import type { ReadList } from './merge-lists.ts';

/**
 * Returns the lists with one more page. If a first page was read again and overlaps its list, the list keeps its older
 * posts. Without an overlap, posts may be missing in between, so the page replaces the list.
 */
export function withPage(
  lists: ReadonlyMap<string, ReadList>,
  url: string,
  page: ListPage | 'failed',
  position: 'first' | 'next',
): ReadonlyMap<string, ReadList> {
  const before = lists.get(url) ?? readUpTo([], undefined);
  const after = (): ReadList => {
    if (page === 'failed') return { ...before, hasFailed: true };
    if (page === 'gone') return readUpTo([], undefined);
    if (position === 'next') return readUpTo([...before.posts, ...page.posts], page.next);
    const known = new Set(before.posts.map(({ _id }) => _id));
    if (!page.posts.some(({ _id }) => known.has(_id))) return readUpTo(page.posts, page.next);
    const covered = oldestOf(page.posts);
    const behind = before.posts.filter((post) => publishedAt(post) < covered);
    if (!page.next || behind.length === 0) return readUpTo(page.posts, page.next);
    return readUpTo([...page.posts, ...behind], before.next);
  };
  return new Map(lists).set(url, after());
}

const readUpTo = (posts: Post[], next: string | undefined): ReadList => ({
  posts,
  oldest: oldestOf(posts),
  next,
  hasFailed: false,
});

const oldestOf = (posts: Post[]): number => Math.min(...posts.map(publishedAt));
