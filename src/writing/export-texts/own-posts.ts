import { isHTTPError } from 'ky';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../../device/calls/host.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { getPosts, type PostPage } from '../../reading/shown/blog-calls.ts';
import { type Author, readOwnPostsOnDevice } from './own-posts-on-device.ts';

/** Whether the backend has listed all of the author's posts. */
export type ListingOutcome = { kind: 'whole' } | { kind: 'broken off'; isWholeOnDevice: boolean; cause: unknown };

/** `isUnreachable`: a call had no answer, so that no further calls are made. */
export interface BackendReachability {
  isUnreachable: boolean;
}

/**
 * Yields every post of an author once, newest first, from the backend, page by page. If a page fails, reads all of the
 * author's posts on this device into memory, and yields the remaining posts.
 *
 * @returns whether the backend has listed all posts.
 */
export async function* readOwnPosts(
  author: Author,
  network: BackendReachability,
  signal: AbortSignal,
): AsyncGenerator<Post, ListingOutcome> {
  const seen = new Set<string>();
  const pages = new Set<string>();
  let cause: unknown;
  try {
    for (let url: string | undefined = callUrl(callPaths.userPosts(author.userId)); url && !pages.has(url); ) {
      signal.throwIfAborted();
      pages.add(url);
      const page: PostPage = await withTimeout(timeouts.answerTimeoutMs, getPosts(url, 'network'));
      for (const post of page.posts) {
        if (seen.has(post._id)) continue;
        seen.add(post._id);
        yield post;
      }
      url = page.next;
    }
    return { kind: 'whole' };
  } catch (error) {
    signal.throwIfAborted();
    cause = error;
    network.isUnreachable = !isHTTPError(error);
    console.info('Could not fetch the list of the author’s posts; continuing with the posts on this device.', error);
  }
  const { posts, isWhole } = await readOwnPostsOnDevice(author);
  for (const post of posts.values()) if (!seen.has(post._id)) yield post;
  return { kind: 'broken off', isWholeOnDevice: isWhole, cause };
}
