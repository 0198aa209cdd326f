import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema, Store, StoreTransaction } from '../store/schema.ts';
import { isNamed, lockImages } from './images-of-posts.ts';

/** In milliseconds: an image that no post names stays this long, as an unsent post on a device may name it. */
export const unnamedLifetime = 7 * 24 * 60 * 60 * 1000;

/** How many images one step removes: at most 12 MB, and their variants. */
const batch = 20;

/** In milliseconds: lets other servers, which retry every 20 ms (store/sqlite-driver.ts), get SQLite's write lock. */
const pause = 50;

/**
 * Removes the images that no post has named for a week, batch by batch. Several servers may do so at once.
 * @param ending stops the removal after the present batch when it aborts
 * @returns how many images were removed
 */
export async function removeUnnamedImages(store: Store, ending?: AbortSignal): Promise<number> {
  for (let removed = 0; ; await wait(pause)) {
    const until = new Date(Date.now() - unnamedLifetime).toISOString();
    const oldest = store.db.selectFrom('images').select('name').where('unnamed_since', '<', until);
    const found = await oldest.orderBy('unnamed_since').limit(batch).execute();
    if (found.length === 0 || ending?.aborted) return removed;
    const names = found.map(({ name }) => name).sort();
    removed += await store.db
      .transaction()
      .execute((work) => removeSome(work, store, names, ({ eb }) => eb('unnamed_since', '<', until)));
  }
}

/**
 * Removes these images, however new they are, except those that a post names.
 * @param only selects the images to remove; unset: all of them
 */
export async function removeImages(
  work: StoreTransaction,
  store: Store,
  names: string[],
  only?: Condition,
): Promise<void> {
  const sorted = names.toSorted();
  for (let at = 0; at < sorted.length; at += batch) {
    await removeSome(work, store, sorted.slice(at, at + batch), only);
    await setImmediate();
  }
}

/** A condition on images, for the transaction that removes them. */
type Condition = (where: ExpressionBuilder<Schema, 'images'>) => Expression<SqlBool>;

/** The condition that no account has uploaded the image: an uploader's device may have an unsent post that names it. */
export const isUploadedByNobody: Condition = ({ not, exists, selectFrom }) =>
  not(exists(selectFrom('image_uploads').select('user_id').whereRef('image_uploads.image', '=', 'images.name')));

async function removeSome(work: StoreTransaction, store: Store, names: string[], only?: Condition): Promise<number> {
  await lockImages(work, names);
  // Corrects `unnamed_since`: it may be set although a post names the image, if both were stored concurrently.
  await work
    .updateTable('images')
    .set({ unnamed_since: null })
    .where('name', 'in', names)
    .where('unnamed_since', 'is not', null)
    .where(isNamed)
    .execute();
  const unnamed = work
    .selectFrom('images')
    .select('name')
    .where('name', 'in', names)
    .where((where) => where.not(isNamed(where)));
  const found = await (only ? unnamed.where(only) : unnamed).execute();
  const gone = found.map(({ name }) => name);
  if (gone.length === 0) return 0;
  await store.imageStore.remove(gone, work);
  await work.deleteFrom('images').where('name', 'in', gone).execute();
  return gone.length;
}
