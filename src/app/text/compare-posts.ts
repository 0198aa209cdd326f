import type { NewPost } from '../../contract/posts.ts';
import { changesBetween, type PostChanges } from './post-changes.ts';
import { compareInThread } from './threads.ts';

/** In characters: longer texts are compared in a thread of their own. */
const longText = 20_000;

/** Returns the changes between two versions of a post. Never rejects. */
export async function comparePosts(before: NewPost, after: NewPost): Promise<PostChanges> {
  const isLong = before.content.length + after.content.length > longText;
  return (isLong ? await compareInThread(before, after) : undefined) ?? changesBetween(before, after);
}
