import * as v from 'valibot';
import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { type NewPost, type Post, postSchema, textOf } from '../../contract/posts.ts';
import { ForeignAnswer, writingClient } from './client.ts';
import { isOwnBackend } from './host.ts';

interface Writing {
  /** The post's author; the own backend rejects the call if somebody else is logged in. */
  author: string | null;
  signal?: AbortSignal;
}

/** What the own backend answers. A gateway that answers 200 to everything does not send it. */
const createdSchema = v.object({
  _id: postSchema.entries._id,
  version: postSchema.entries.version,
  etag: postSchema.entries.etag,
});

/** `version`: only of a backend whose posts can be edited. */
export type CreatedPost = v.InferOutput<typeof createdSchema>;

/**
 * `POST /blog/posts`. Without a token no Authorization header is sent; then only the own backend can accept the call,
 * by its session cookie. `idempotencyKey` makes a repetition harmless and is sent to the own backend only. The own
 * backend must answer with the post's id. From any other every success counts, as its answer is not specified.
 *
 * @returns what the own backend has made of it; `undefined` from any other.
 */
export async function createPost(
  text: NewPost,
  { token, idempotencyKey, author, signal }: Writing & { token: string | null; idempotencyKey: string },
): Promise<CreatedPost | undefined> {
  const answer = writingClient.post(callPaths.posts, {
    json: textOf(text),
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(isOwnBackend && { [ownHeaders.idempotencyKey]: idempotencyKey }),
      ...authorHeader(author),
    },
    ...(signal && { signal }),
  });
  if (isOwnBackend) return answer.json(createdSchema);
  await answer;
  return undefined;
}

/** The version of a post that an edit has made. */
const editedSchema = v.object({
  ...postSchema.entries,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  etag: v.string(),
});

export type EditedPost = Post & { version: number; etag: string };

/**
 * `PUT /blog/posts/{id}`, which only the own backend has. Replaces the post's text if the post still has the version
 * that the edit began from. Repeated under its key it is answered as it was first, whatever has become of the post.
 *
 * @param etag of the version that the edit began from.
 */
export function editPost(
  id: string,
  text: NewPost,
  {
    etag,
    token,
    idempotencyKey,
    author,
    signal,
  }: Writing & { etag: string; token: string | null; idempotencyKey: string },
): Promise<EditedPost> {
  return writingClient
    .put(callPaths.post(id), {
      json: textOf(text),
      headers: {
        'If-Match': etag,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        [ownHeaders.idempotencyKey]: idempotencyKey,
        ...authorHeader(author),
      },
      ...(signal && { signal }),
    })
    .json(editedSchema);
}

/**
 * `DELETE /blog/posts/{id}`, without an Authorization header. A post that is already gone (404) counts as deleted. The
 * own backend answers 204 or a problem document, so that a gateway's answer is not taken for its own.
 *
 * @throws ForeignAnswer
 */
export async function deletePost(id: string, { author, signal }: Writing): Promise<void> {
  const { status, headers } = await writingClient.delete(callPaths.post(id), {
    throwHttpErrors: (code) => code !== 404,
    headers: authorHeader(author),
    ...(signal && { signal }),
  });
  const isOwnWord = status === 204 || headers.get('Content-Type')?.startsWith('application/problem+json');
  if (isOwnBackend && !isOwnWord) throw new ForeignAnswer(`DELETE ${callPaths.post(id)} was answered by a gateway`);
}

const authorHeader = (author: string | null): Record<string, string> =>
  isOwnBackend && author !== null ? { [ownHeaders.author]: author } : {};
