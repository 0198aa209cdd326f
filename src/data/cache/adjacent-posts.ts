import type { Post } from '../../contract/posts.ts';
import { hasCacheStorage } from '../storage/quota.ts';
import { parseList, parsePost } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { nextPageUrl } from './list-eviction.ts';
import { readAllCached } from './response-cache.ts';

export interface AdjacentPosts {
  previous: Post | undefined;
  next: Post | undefined;
}

/** In characters. A longer list, such as a whole blog in one answer, is not parsed for the sake of two links. */
const longestList = 4_000_000;

/** The posts before and after a post in a cached list, in the backend's order. Makes no request. */
export async function findAdjacentPosts(id: string): Promise<AdjacentPosts | undefined> {
  if (!hasCacheStorage()) return undefined;
  const pages = (await readAllCached('lists')).filter(({ body }) => body.length <= longestList);
  for (const page of pages) {
    if (!page.body.includes(id)) continue;
    const posts = postsOn(page);
    const at = posts.findIndex((post) => post._id === id);
    if (at < 0) continue;
    const after = nextPageUrl(page);
    return {
      previous: posts[at - 1] ?? postsOn(pages.find((other) => nextPageUrl(other) === page.url)).at(-1),
      next: posts[at + 1] ?? postsOn(pages.find(({ url }) => url === after))[0],
    };
  }
  return undefined;
}

const postsOn = (page: CachedResponse | undefined): Post[] =>
  (parseList(page?.body ?? '') ?? []).map(parsePost).filter((post) => post !== undefined);
