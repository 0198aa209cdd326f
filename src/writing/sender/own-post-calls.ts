import * as v from 'valibot';
import { callPaths } from '../../contract/paths.ts';
import { postSchema } from '../../contract/posts.ts';
import { client } from '../../device/calls/client.ts';
import { callUrl } from '../../device/calls/host.ts';
import { followablePage, nextPage } from '../../device/calls/link-header.ts';
import { maxEntries } from '../../device/storage/max-entries.ts';
import { readingClient } from '../../reading/shown/reading-client.ts';

/** A post with only the fields that the backend sent, so that a missing field can be told from an empty one. */
const listedPostSchema = v.object({
  _id: postSchema.entries._id,
  title: v.fallback(v.optional(v.string()), undefined),
  imgUrl: v.fallback(v.optional(v.string()), undefined),
  content: v.fallback(v.optional(v.string()), undefined),
});
export type ListedPost = v.InferOutput<typeof listedPostSchema>;

export interface OwnPosts {
  posts: ListedPost[];
  /**
   * Whether the list was read to its end. `false` if the list repeats a page, links to another origin, or has
   * more than `maxEntries.ownPages`.
   */
  isWhole: boolean;
}

interface Asking {
  signal: AbortSignal;
  /** Whether the answer to a call that is already under way is recent enough. */
  mayJoin: boolean;
}

/** Fetches all pages of `GET /blog/users/{userId}/posts` from the backend. Returns each post once. */
export async function getOwnPosts(userId: string, { signal, mayJoin }: Asking): Promise<OwnPosts> {
  const cache = mayJoin ? 'no-cache' : 'no-store';
  const posts = new Map<string, ListedPost>();
  const seen = new Set<string>();
  let next: string | undefined = callUrl(callPaths.userPosts(userId));
  let named: string | undefined = next;
  while (next && !seen.has(next) && seen.size < maxEntries.ownPages) {
    seen.add(next);
    const answer = readingClient.get(new URL(next), { cache, signal });
    for (const entry of await answer.json(v.array(v.unknown()))) {
      const post = v.safeParse(listedPostSchema, entry);
      if (post.success && !posts.has(post.output._id)) posts.set(post.output._id, post.output);
    }
    const link = (await answer).headers.get('Link');
    named = nextPage(link, next);
    next = followablePage(link, next);
  }
  return { posts: [...posts.values()], isWhole: named === undefined };
}

/** Fetches a post (`GET /blog/posts/{id}`), bypassing the cache. */
export function getOwnPost(id: string, signal: AbortSignal): Promise<ListedPost> {
  return client.get(callPaths.post(id), { cache: 'no-store', signal }).json(listedPostSchema);
}
