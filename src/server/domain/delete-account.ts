import type { Store, StoreTransaction } from '../store/schema.ts';
import { deletionBatch, inTurn, sizesOfVersions, trimVersions } from './deletion-batches.ts';
import { imagesUploadedBy } from './images/named-images.ts';
import { isUploadedByNobodyElse, removeImagesUnlessNamed } from './images/remove-images.ts';
import { deletePosts } from './moderation.ts';
import { unverifiableHash } from './passwords.ts';
import { contentSizes, countUpTo } from './read-in-batches.ts';
import { expectUnchanged, type LoggedIn } from './set-password.ts';

/**
 * Takes an account away from everybody at once: it is nobody's login, its email is free, and no list, page, search or
 * feed on any server shows anything of it (`deleted_at`). Whoever writes under it has finished by then, or is refused.
 */
async function beginDeletion(work: StoreTransaction, userId: string): Promise<void> {
  const now = new Date().toISOString();
  await work
    .updateTable('users')
    .set({ deleted_at: now, suspended_at: now, name: '', email: '', email_key: nobodysEmail(userId) })
    .set({ password_hash: unverifiableHash })
    .set(({ eb }) => ({ edition: eb('edition', '+', 1) }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  for (const table of ['sessions', 'recovery_codes', 'reset_links', 'passkeys', 'known_places'] as const) {
    await work.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/**
 * Begins to delete the account of somebody who is logged in: from here on nobody sees anything of it.
 * @param confirmed the hash that the password was verified against (`confirmPassword`)
 * @throws {HttpError} not_authenticated if the session has ended meanwhile
 */
export function beginOwnDeletion(
  { db, lockRows }: Pick<Store, 'db' | 'lockRows'>,
  user: LoggedIn,
  confirmed: string,
): Promise<void> {
  return db.transaction().execute(async (work) => {
    await expectUnchanged(work, lockRows, user, confirmed);
    await beginDeletion(work, user.id);
  });
}

/** Has no `@`, so that it is in nobody's way. */
const nobodysEmail = (userId: string) => `deleted ${userId}`;

/** The accounts whose deletion has begun, wherever it was broken off. */
export async function deletedAccounts({ db }: Store): Promise<string[]> {
  const found = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
  return found.map(({ id }) => id);
}

/**
 * Deletes the account with its posts and their versions, sessions, idempotency keys, known networks and images, in many
 * transactions. Images stay that another account's posts name, or that another has uploaded. Nobody sees anything of it from the first on. If it is
 * broken off, the servers go on with it (`openDeletions`), and another call does. Several may do so at once.
 * @param ending stops it between two transactions
 * @returns how many posts were deleted
 */
export async function deleteAccount(store: Store, userId: string, ending?: AbortSignal): Promise<number> {
  await store.db.transaction().execute((work) => beginDeletion(work, userId));
  let deleted = 0;
  for (let count = 1; count > 0; deleted += count) {
    ending?.throwIfAborted();
    count = await inTurn(() => deleteSomePosts(store, userId));
  }
  while ((await inTurn(() => deleteKeys(store, userId))) > 0) ending?.throwIfAborted();
  await removeImagesUnlessNamed(store, await imagesUploadedBy(store, userId), isUploadedByNobodyElse, ending);
  // The other tables that refer to the user cascade.
  await store.db.deleteFrom('users').where('id', '=', userId).execute();
  return deleted;
}

async function deleteSomePosts(store: Store, userId: string): Promise<number> {
  const newest = store.db.selectFrom('posts').select('id').where('author_id', '=', userId).orderBy('id', 'desc');
  const ids = (await newest.limit(deletionBatch.posts).execute()).map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) return 0;
  await trimVersions(store, first);
  const [sizes, ofVersions] = await Promise.all([contentSizes(store, ids), sizesOfVersions(store, ids)]);
  for (const [id, size] of ofVersions) sizes.set(id, (sizes.get(id) ?? 0) + size);
  const part = ids.slice(0, countUpTo(ids, sizes, deletionBatch.bytes));
  const named = await deletePosts(store, part);
  await removeImagesUnlessNamed(store, named ?? [], isUploadedByNobodyElse);
  return part.length;
}

async function deleteKeys({ db }: Store, userId: string): Promise<number> {
  const some = db.selectFrom('idempotency_keys').select('key').where('user_id', '=', userId).limit(deletionBatch.keys);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('key', 'in', some)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
