import { validate as isUuid } from 'uuid';
import type { Database, Store } from '../store/schema.ts';
import { emailKey } from './accounts.ts';
import { trimVersions } from './deletion-batches.ts';
import { imagesOfPosts, noteUnnamedImages } from './images/named-images.ts';
import { removeImagesUnlessNamed } from './images/remove-images.ts';

/** An account as its operator sees it. */
export type Account = { id: string; name: string; email: string; created_at: string; suspended_at: string | null };

/** @param named the account's email, in any case, or its id: no email is like an id, as each has an `@` */
export async function findAccount({ db }: Store, named: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'suspended_at'])
    .where(isUuid(named) ? 'id' : 'email_key', '=', emailKey(named))
    .where('deleted_at', 'is', null)
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

/** An account that is being deleted is found by nobody (`findAccount`), and stays as it is. */
export async function resume({ db }: Store, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ suspended_at: null })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Deletes a post with its versions.
 * @param images what becomes of the images that no other post names: they stay a week, as for every post that is deleted
 * by its author, or are served no more
 * @param expect throws if the post is not as it must be. An edit that comes right after it was asked first has it throw
 * when the oldest of a very long history are deleted already.
 * @returns whether there was such a post
 */
export async function deleteAnyPost(
  store: Store,
  id: string,
  images: 'stay a week' | 'go at once' = 'stay a week',
  expect?: (db: Database) => Promise<void>,
): Promise<boolean> {
  await expect?.(store.db);
  await trimVersions(store, id);
  const named = await deletePosts(store, [id], expect);
  if (named && images === 'go at once') await removeImagesUnlessNamed(store, named);
  return named !== undefined;
}

/**
 * Deletes posts in one transaction.
 * @returns the images that they named, or `undefined` if there were no such posts
 */
export function deletePosts(
  { db, lockRows }: Store,
  ids: string[],
  expect?: (db: Database) => Promise<void>,
): Promise<string[] | undefined> {
  return db.transaction().execute(async (work) => {
    // An edit that is under way may name another image.
    const held = await lockRows(work.selectFrom('posts').select('id').where('id', 'in', ids).orderBy('id')).execute();
    if (held.length === 0) return undefined;
    await expect?.(work);
    const named = await imagesOfPosts(work, ids);
    await work.deleteFrom('posts').where('id', 'in', ids).execute();
    await noteUnnamedImages(work, lockRows, named);
    return named;
  });
}

async function endSessions(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
