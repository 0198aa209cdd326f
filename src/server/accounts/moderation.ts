import { setImmediate } from 'node:timers/promises';
import { validate as isUuid } from 'uuid';
import { emailKey } from '../access/email-key.ts';
import { imagesOfPosts, noteUnnamedImages } from '../images/images-of-posts.ts';
import { removeImages } from '../images/remove-images.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';

/** An account as its operator sees it. */
export type Account = { id: string; name: string; email: string; created_at: string; suspended_at: string | null };

/** @param named the account's email, in any case, or its id: no email is like an id, as each has an `@` */
export async function findAccount({ db }: Store, named: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'suspended_at'])
    .where(isUuid(named) ? 'id' : 'email_key', '=', emailKey(named))
    .executeTakeFirst();
}

/**
 * Ends all sessions, and blocks logging in and writing until the account is resumed. The account's posts stay online:
 * removing them is a separate decision (`npm run post -- delete`, `npm run user -- delete`).
 * @returns how many sessions have ended
 */
export function suspend({ db }: Store, userId: string): Promise<number> {
  return db.transaction().execute(async (work) => {
    await work
      .updateTable('users')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', userId)
      .where('suspended_at', 'is', null)
      .execute();
    return endSessions(work, userId);
  });
}

export async function resume({ db }: Store, userId: string): Promise<void> {
  await db.updateTable('users').set({ suspended_at: null }).where('id', '=', userId).execute();
}

/**
 * Deletes a post with its versions.
 * @param images what becomes of the images that no other post names: they stay a week, as for every post that is deleted
 * by its author, or are served no more
 * @param expect throws if the post is not as it must be
 * @returns whether there was such a post
 */
export function deleteAnyPost(
  store: Store,
  id: string,
  images: 'stay a week' | 'go at once' = 'stay a week',
  expect?: (db: Database) => Promise<void>,
): Promise<boolean> {
  const { db, lockRows } = store;
  return db.transaction().execute(async (work) => {
    // An edit that is under way may name another image.
    const held = await lockRows(work.selectFrom('posts').select('id').where('id', '=', id)).executeTakeFirst();
    if (!held) return false;
    await expect?.(work);
    const named = await deletePosts(work, [id]);
    if (images === 'go at once') await removeImages(work, store, named);
    else await noteUnnamedImages(work, lockRows, named);
    return true;
  });
}

/**
 * How many posts, or versions of one, a statement deletes: SQLite blocks the thread that answers as long as a statement
 * takes, and PostgreSQL cancels a long one.
 */
export const rowsTogether = 10;

/**
 * Deletes posts with their versions.
 * @param ids `rowsTogether` at most
 * @returns the images that the posts named
 */
export async function deletePosts(work: StoreTransaction, ids: string[]): Promise<string[]> {
  const named = await imagesOfPosts(work, ids);
  const posts = work.selectFrom('posts').select('id').where('id', 'in', ids);
  for (const { id } of await posts.where('version', '>', rowsTogether).execute()) await deleteVersions(work, id);
  // Fewer versions cascade.
  await work.deleteFrom('posts').where('id', 'in', ids).execute();
  return named;
}

async function deleteVersions(work: StoreTransaction, id: string): Promise<void> {
  const some = work.selectFrom('post_versions').select('version').where('post_id', '=', id).limit(rowsTogether);
  const deletion = work.deleteFrom('post_versions').where('post_id', '=', id).where('version', 'in', some);
  while ((await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n) await setImmediate();
}

async function endSessions(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
