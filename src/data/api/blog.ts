import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { type NewPost, type Post, postListSchema, postSchema } from '../../contract/posts.ts';
import { isOwnBackend } from '../host.ts';
import { nextPage } from '../link.ts';
import { client } from './client.ts';

/** Part of a list of posts, in the backend's order, and where its older part is, if the backend pages. */
export interface PostPage {
  posts: Post[];
  next: string | undefined;
}

/**
 * Which copy will do. `newest`: the kept one at once, while the worker asks the network behind it. `kept`: the kept
 * one and no more, as right after the worker has said that it changed. Without a copy both ask the network. `fresh`: the
 * network's answer, and the kept one if there is none within `spans.staleCopyWaits`. `network`: none, only what the
 * backend says now.
 */
export type Freshness = 'newest' | 'kept' | 'fresh' | 'network';

/** By the cache mode the worker is told, as another origin may allow no header of ours. */
const cacheModes = { newest: 'default', kept: 'force-cache', fresh: 'reload', network: 'no-store' } as const;

/**
 * `GET /blog/posts` and `GET /blog/users/{userId}/posts`.
 *
 * @param url the whole address of the list, or the `next` of an earlier page.
 */
export async function getPosts(url: string, freshness: Freshness): Promise<PostPage> {
  const answer = client.get(new URL(url), { cache: cacheModes[freshness] });
  const posts = await answer.json(postListSchema);
  return { posts, next: nextPage((await answer).headers.get('Link'), url) };
}

/** `GET /blog/posts/{id}`. */
export function getPost(id: string, freshness: Freshness): Promise<Post> {
  return client.get(callPaths.post(id), { cache: cacheModes[freshness] }).json(postSchema);
}

interface Writing {
  /** Whose post it is; the own backend refuses the call when that is not who is logged in. */
  author: string | null;
  signal?: AbortSignal;
}

/**
 * `POST /blog/posts`. Without a token it goes without an Authorization header, and the backend refuses it.
 * `idempotencyKey` makes a repetition harmless on the own backend; another is never sent it.
 */
export async function createPost(
  { title, imgUrl, content }: NewPost,
  { token, idempotencyKey, author, signal }: Writing & { token: string | null; idempotencyKey: string },
): Promise<void> {
  await client.post(callPaths.posts, {
    json: { title, imgUrl, content },
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(isOwnBackend && { [ownHeaders.idempotencyKey]: idempotencyKey }),
      ...authorHeader(author),
    },
    ...(signal && { signal }),
  });
}

/** `DELETE /blog/posts/{id}`, with no Authorization header. A post that is gone already counts as deleted. */
export async function deletePost(id: string, { author, signal }: Writing): Promise<void> {
  await client.delete(callPaths.post(id), {
    throwHttpErrors: (status) => status !== 404,
    headers: authorHeader(author),
    ...(signal && { signal }),
  });
}

const authorHeader = (author: string | null): Record<string, string> =>
  isOwnBackend && author !== null ? { [ownHeaders.author]: author } : {};
