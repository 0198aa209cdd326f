import { setImmediate } from 'node:timers/promises';
import { holdAccount } from '../access/hold-account.ts';
import type { User } from '../access/sessions.ts';
import { imagesUploadedBy, noteUnnamedImages } from '../images/images-of-posts.ts';
import { isUploadedByNobody, removeImages } from '../images/remove-images.ts';
import { deletePosts, rowsPerStatement } from '../posts/delete-posts.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';
import { expectUnchanged } from './set-password.ts';

/**
 * Deletes the logged-in user's own account, and returns how many posts were deleted.
 * @param confirmed the hash that the password was verified against (`confirmPassword`)
 * @throws {HttpError} not_authenticated if the session ends during the call
 */
export function deleteOwnAccount(store: Store, user: User, confirmed: string): Promise<number> {
  return deleteAccount(store, user.id, (work) => expectUnchanged(work, user, confirmed));
}

/**
 * Deletes an account in one transaction, with its posts and their versions, idempotency keys, known networks and
 * images. Keeps images that another account has uploaded or names in a post. Keeps the account's sessions without a
 * user, so that the server can tell logged-in devices of the deletion.
 * @param expect throws if the account must not be deleted
 * @returns how many posts were deleted
 */
export function deleteAccount(
  store: Store,
  userId: string,
  expect?: (work: StoreTransaction) => Promise<void>,
): Promise<number> {
  const { db } = store;
  return db.transaction().execute(async (work) => {
    // Requests that write for the account wait for the end of the transaction, and are then refused.
    await holdAccount(work, userId);
    await expect?.(work);
    const images = new Set(await imagesUploadedBy(work, userId));
    const posts = work.selectFrom('posts').select('id').where('author_id', '=', userId).orderBy('id');
    let [deleted, last] = [0, ''];
    for (;;) {
      const ids = (await posts.where('id', '>', last).limit(rowsPerStatement).execute()).map(({ id }) => id);
      if (ids.length === 0) break;
      for (const image of await deletePosts(work, ids)) images.add(image);
      deleted += ids.length;
      last = ids.at(-1) ?? last;
      await setImmediate();
    }
    await work.updateTable('sessions').set({ user_id: null, device: '' }).where('user_id', '=', userId).execute();
    // The other tables that refer to the user cascade.
    await work.deleteFrom('users').where('id', '=', userId).execute();
    await removeImages(work, store, [...images], isUploadedByNobody);
    await noteUnnamedImages(work, [...images]);
    return deleted;
  });
}
