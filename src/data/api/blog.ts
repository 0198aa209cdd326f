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
 * one and no more, as right after the worker has said that it changed. Without a copy both ask the network.
 */
export type Freshness = 'newest' | 'kept';

const cacheMode = (freshness: Freshness): RequestCache => (freshness === 'kept' ? 'force-cache' : 'default');

/**
 * `GET /blog/posts` and `GET /blog/users/{userId}/posts`.
 *
 * @param url the whole address of the list, or the `next` of an earlier page.
 */
export async function getPosts(url: string, freshness: Freshness): Promise<PostPage> {
  const answer = client.get(new URL(url), { cache: cacheMode(freshness) });
  const posts = await answer.json(postListSchema);
  return { posts, next: nextPage((await answer).headers.get('Link'), url) };
}

/** `GET /blog/posts/{id}`. */
export function getPost(id: string, freshness: Freshness): Promise<Post> {
  return client.get(callPaths.post(id), { cache: cacheMode(freshness) }).json(postSchema);
}

/**
 * `POST /blog/posts`. Without a token it goes without an Authorization header, and the backend refuses it.
 * `idempotencyKey` makes a repetition harmless on the own backend; another is never sent it.
 */
export async function createPost(
  { title, imgUrl, content }: NewPost,
  { token, idempotencyKey }: { token: string | null; idempotencyKey: string },
): Promise<void> {
  await client.post(callPaths.posts, {
    json: { title, imgUrl, content },
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(isOwnBackend && { 'Idempotency-Key': idempotencyKey }),
    },
  });
}

/** `DELETE /blog/posts/{id}`, with no Authorization header. A post that is gone already counts as deleted. */
export async function deletePost(id: string): Promise<void> {
  await client.delete(callPaths.post(id), { throwHttpErrors: (status) => status !== 404 });
}
