import * as v from 'valibot';
import { ownHeaders } from '../../contract/headers.ts';
import type { ImportedPost } from '../../contract/import-post.ts';
import { callPaths } from '../../contract/paths.ts';
import { postSchema } from '../../contract/posts.ts';
import { writingClient } from '../../device/calls/client.ts';

/** The response of our own backend. Does not match the page of a gateway that answers every call with 200. */
const importedSchema = v.object({ _id: postSchema.entries._id, version: v.number() });

/**
 * `POST /blog/posts/import`, which only our own backend has. Repeating the call creates nothing twice.
 *
 * @returns whether the call created the post.
 */
export async function importPost(
  post: ImportedPost,
  { token, author, signal }: { token: string; author: string; signal: AbortSignal },
): Promise<{ isNew: boolean }> {
  const answer = writingClient.post(callPaths.importPost, {
    json: post,
    headers: { Authorization: `Bearer ${token}`, [ownHeaders.author]: author },
    signal,
  });
  await answer.json(importedSchema);
  return { isNew: (await answer).status === 201 };
}
