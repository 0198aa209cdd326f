import type { Post } from '../../contract/posts.ts';
import { publishedAt } from '../../reading/follows/follow.ts';

/** The posts that were read from the beginning of a list, newest first. */
export interface ReadList {
  posts: Post[];
  /** Timestamp of the oldest post that was read. `posts` may lack it: they are of one author or topic. */
  oldest: number;
  next: string | undefined;
  hasFailed: boolean;
}

export interface MergedLists {
  posts: Post[];
  /** The URLs of the pages that have to be read before older posts can be shown in order. */
  holding: string[];
}

/**
 * Merges lists into one, newest first, each post once. Ends where a list has posts that were not read yet, because
 * these may belong above older posts of other lists. Lists whose last call failed do not end it.
 */
export function mergeLists(lists: ReadList[]): MergedLists {
  const posts = new Map<string, Post>();
  for (const post of lists.flatMap((list) => list.posts)) {
    if (!posts.has(post._id)) posts.set(post._id, post);
  }
  const unread = lists.filter(({ next }) => next !== undefined);
  const ends = unread.map((list) => (list.hasFailed ? Number.NEGATIVE_INFINITY : list.oldest));
  const end = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  const isNext = (index: number) => ends[index] === end;
  return {
    posts: [...posts.values()]
      .filter((post) => publishedAt(post) >= end)
      .sort((a, b) => publishedAt(b) - publishedAt(a)),
    holding: [...new Set(unread.filter((_, index) => isNext(index)).flatMap(({ next }) => next ?? []))],
  };
}
