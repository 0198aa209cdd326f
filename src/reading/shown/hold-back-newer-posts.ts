import type { PostPage } from './blog-calls.ts';

/**
 * Returns the part of a newer list that can be shown without moving the posts in view: the posts that are on the page
 * already, in their new state, and new posts after the last of them. New posts further up are left out. If none of the
 * shown posts is in the newer list, returns `shown` unchanged.
 */
export function holdBackNewerPosts(shown: PostPage[], fresh: PostPage[]): PostPage[] {
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

const idsOf = (pages: PostPage[]): string[] => pages.flatMap(({ posts }) => posts.map(({ _id }) => _id));
