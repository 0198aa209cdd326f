import { HTTPError } from 'ky';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { createPost, deletePost, getPosts, type PostPage } from '../api/blog.ts';
import { failureOf } from '../api/client.ts';
import { callUrl } from '../host.ts';
import { spans } from '../storage.ts';
import { retryAfter } from './backoff.ts';
import type { Entry } from './entry.ts';

/** What became of a call. */
export type Outcome =
  | { kind: 'taken' }
  | { kind: 'refused'; status: number }
  | { kind: 'not let in'; status: number }
  /** Not decided; `holdFor` is what the backend asks for, in milliseconds. */
  | { kind: 'unanswered'; holdFor: number };

/** How entries reach a backend. Neither call rejects on account of the network. */
export interface Transport {
  /** Whether a repetition under the same key is harmless. */
  knowsKeys: boolean;
  send(entry: Entry): Promise<Outcome>;
  /** The author's own posts as the backend has them now; `undefined` without an answer. */
  ownPosts(userId: string): Promise<Post[] | undefined>;
}

/**
 * By ky, as every call. With a token as its bearer; without one (in the worker, which never holds it) the own
 * backend's session cookie goes along by itself.
 */
export function callTransport(token: string | null, knowsKeys: boolean): Transport {
  return {
    knowsKeys,
    async send({ id, userId, work }) {
      // A slow line is given a second more for each kilobyte.
      const signal = AbortSignal.timeout(spans.sending + work.post.content.length);
      try {
        if (work.kind === 'delete') await deletePost(work.postId, { author: userId, signal });
        else await createPost(work.post, { token, idempotencyKey: id, author: userId, signal });
        return { kind: 'taken' };
      } catch (error) {
        console.error('The backend has not taken what was sent.', error);
        return outcomeOf(error, token !== null);
      }
    },
    async ownPosts(userId) {
      const posts: Post[] = [];
      try {
        const seen = new Set<string>();
        let next: string | undefined = callUrl(callPaths.userPosts(userId));
        while (next && !seen.has(next)) {
          seen.add(next);
          const page: PostPage = await getPosts(next, 'network');
          posts.push(...page.posts);
          next = page.next;
        }
        return posts;
      } catch (error) {
        // Nobody has heard of this author yet: a first post.
        if (error instanceof HTTPError && error.response.status === 404) return [];
        console.error('Whether the post is there already could not be seen.', error);
        return undefined;
      }
    },
  };
}

/** Without a token it is not said that its author is not let in: a page that has the token may be. */
function outcomeOf(error: unknown, hasToken: boolean): Outcome {
  if (!(error instanceof HTTPError)) return { kind: 'unanswered', holdFor: 0 };
  const { status, headers } = error.response;
  if (failureOf(error) === 'unanswered') {
    return { kind: 'unanswered', holdFor: retryAfter(headers.get('Retry-After'), Date.now()) };
  }
  if (status !== 401 && status !== 403) return { kind: 'refused', status };
  return hasToken ? { kind: 'not let in', status } : { kind: 'unanswered', holdFor: 0 };
}
