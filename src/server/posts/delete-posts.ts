import { setImmediate } from 'node:timers/promises';
import { validate as isUuid } from 'uuid';
import type { User } from '../access/sessions.ts';
import { imagesOfPosts, noteUnnamedImages } from '../images/images-of-posts.ts';
import { removeImages } from '../images/remove-images.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';
import { currentPost } from './query-posts.ts';
import { type Condition, versionMismatch } from './refuse-write.ts';

/**
 * Deletes the user's own post, with its versions.
 * @param condition unset: deletes the post, whatever its version
 * @throws {HttpError} post_not_found, not_owner, version_mismatch
 */
export async function deletePost(store: Store, user: User, id: string, condition?: Condition): Promise<void> {
  if (!isUuid(id)) throw new HttpError('post_not_found');
  const post = await store.db.selectFrom('posts').select('author_id').where('id', '=', id).executeTakeFirst();
  if (!post) throw new HttpError('post_not_found');
  if (post.author_id !== user.id) throw new HttpError('not_owner');
  const expectVersion =
    condition &&
    (async (db: Database) => {
      const current = await currentPost(store, db, id);
      if (current && !condition.holds(current.etag)) throw await versionMismatch(db, current, condition);
    });
  if (!(await deleteAnyPost(store, id, 'stay a week', expectVersion))) throw new HttpError('post_not_found');
}

/**
 * Deletes any author's post with its versions.
 * @param images whether images that no other post names stay for a week, as when an author deletes a post, or are
 * removed at once
 * @param expect throws if the post must not be deleted
 * @returns whether there was such a post
 */
export function deleteAnyPost(
  store: Store,
  id: string,
  images: 'stay a week' | 'go at once' = 'stay a week',
  expect?: (db: Database) => Promise<void>,
): Promise<boolean> {
  const { db } = store;
  return db.transaction().execute(async (work) => {
    // Locks out a concurrent edit, which may name another image.
    const held = await work.selectFrom('posts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    if (!held) return false;
    await expect?.(work);
    const named = await deletePosts(work, [id]);
    if (images === 'go at once') await removeImages(work, store, named);
    else await noteUnnamedImages(work, named);
    return true;
  });
}

/**
 * How many posts, or versions of a post, one statement deletes. During a statement SQLite blocks the main thread, and
 * PostgreSQL cancels a statement that takes too long.
 */
export const rowsPerStatement = 10;

/**
 * Deletes posts with their versions.
 * @param ids `rowsPerStatement` at most
 * @returns the images that the posts named
 */
export async function deletePosts(work: StoreTransaction, ids: string[]): Promise<string[]> {
  const named = await imagesOfPosts(work, ids);
  const posts = work.selectFrom('posts').select('id').where('id', 'in', ids);
  for (const { id } of await posts.where('version', '>', rowsPerStatement).execute()) await deleteVersions(work, id);
  // Also deletes the remaining versions, fewer than `rowsPerStatement` of each post, by cascade.
  await work.deleteFrom('posts').where('id', 'in', ids).execute();
  return named;
}

async function deleteVersions(work: StoreTransaction, id: string): Promise<void> {
  const some = work.selectFrom('post_versions').select('version').where('post_id', '=', id).limit(rowsPerStatement);
  const deletion = work.deleteFrom('post_versions').where('post_id', '=', id).where('version', 'in', some);
  while ((await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n) await setImmediate();
}
