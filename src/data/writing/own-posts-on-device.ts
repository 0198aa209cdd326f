import { callPaths } from '../../contract/paths.ts';
import { isAuthoredBy, type Post } from '../../contract/posts.ts';
import { callUrl } from '../api/host.ts';
import { parseList, parsePost } from '../cache/cached-posts.ts';
import { nextPageUrl } from '../cache/list-eviction.ts';
import { jsonCacheNames, newestFirst, readAllCached, readCached } from '../cache/response-cache.ts';
import { hasCacheStorage } from '../storage/quota.ts';

/** Whose posts: the email is known where the profile is. */
export interface Author {
  userId: string;
  email: string | undefined;
}

export interface OwnPostsOnDevice {
  /** By id, as the latest call has brought them; newest first. */
  posts: Map<string, Post>;
  /** Whether the list of all the author's posts lies on this device from its beginning to its end. */
  isWhole: boolean;
  /** When the backend gave the oldest page of that list, in milliseconds since the epoch; `undefined` if unknown. */
  listedAt: number | undefined;
}

/** The posts of an author that any cache has: their own list, what they have read, and what is pinned. */
export async function readOwnPostsOnDevice(author: Author): Promise<OwnPostsOnDevice> {
  if (!hasCacheStorage()) return { posts: new Map(), isWhole: false, listedAt: undefined };
  const cached = (await Promise.all(jsonCacheNames.map(readAllCached))).flat().sort(newestFirst);
  const posts = new Map<string, Post>();
  for (const { body } of cached) {
    for (const entry of parseList(body) ?? parseList(`[${body}]`) ?? []) {
      const post = parsePost(entry);
      if (post && isOf(author, post) && !posts.has(post._id)) posts.set(post._id, post);
    }
  }
  return {
    posts: new Map([...posts].sort(([a], [b]) => (a < b ? 1 : -1))),
    ...(await readListState(author)),
  };
}

const isOf = ({ userId, email }: Author, post: Post): boolean =>
  post.author?.id === undefined ? isAuthoredBy(post, email) : post.author.id === userId;

const listOf = ({ userId }: Author): string => callUrl(callPaths.userPosts(userId));

async function readListState(author: Author): Promise<Pick<OwnPostsOnDevice, 'isWhole' | 'listedAt'>> {
  const pages = new Map<string, number | undefined>();
  for (let url: string | undefined = listOf(author); url && !pages.has(url); ) {
    const page = await readCached('own', url);
    if (!page || page.source === 'gap') return { isWhole: false, listedAt: oldest([...pages.values()]) };
    pages.set(url, page.answeredAt);
    url = nextPageUrl(page);
  }
  return { isWhole: true, listedAt: oldest([...pages.values()]) };
}

/** `undefined` if any of them is unknown. */
function oldest(times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 && known.length === times.length ? Math.min(...known) : undefined;
}
