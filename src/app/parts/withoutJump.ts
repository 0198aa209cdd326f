import type { PostPage } from '../../data/api/blog.ts';

/**
 * What of a newer list can be shown without moving what is being read: its state of the posts that are on the page, and
 * new ones after the last of them. New ones above wait; nothing of the old left, all of it does.
 */
export function withoutJump(shown: PostPage[], fresh: PostPage[]): PostPage[] {
  const known = new Set(idsOf(shown));
  const last = idsOf(fresh).findLastIndex((id) => known.has(id));
  if (last === -1) return shown;
  let index = -1;
  return fresh.map((page) => ({
    ...page,
    posts: page.posts.filter(({ _id }) => {
      index += 1;
      return index > last || known.has(_id);
    }),
  }));
}

export const countOf = (pages: PostPage[]): number => pages.reduce((count, { posts }) => count + posts.length, 0);

export const idsOf = (pages: PostPage[]): string[] => pages.flatMap(({ posts }) => posts.map(({ _id }) => _id));
