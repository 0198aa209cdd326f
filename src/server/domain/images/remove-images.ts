import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema, Store, StoreTransaction } from '../../store/schema.ts';
import { inTurn } from '../deletion-batches.ts';
import { isShown } from '../posts.ts';
import { isNamed, lockImages } from './named-images.ts';

/** In milliseconds: an image that no post names stays this long, as a post that waits on its author's device may name it. */
export const keptUnnamed = 7 * 24 * 60 * 60 * 1000;

/** How many images one transaction removes: 12 MB and their variants. */
const batch = 20;

/**
 * Removes the images that no post has named for a week, bit by bit. Several servers may do so at once.
 * @param ending stops it after the images that it is removing
 * @returns how many
 */
export async function removeUnnamedImages(store: Store, ending?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let left = 1; left > 0 && !ending?.aborted; ) {
    left = await inTurn(async () => {
      const until = new Date(Date.now() - keptUnnamed).toISOString();
      const found = await store.db
        .selectFrom('images')
        .select('name')
        .where('unnamed_since', '<', until)
        .orderBy('unnamed_since')
        .limit(batch)
        .execute();
      const names = found.map(({ name }) => name).sort();
      removed += await removeOnce(store, names, ({ eb }) => eb('unnamed_since', '<', until));
      return names.length;
    });
  }
  return removed;
}

/**
 * Removes these images at once, whenever they were uploaded, save those that a post names.
 * @param only unset: whoever has uploaded them
 * @param ending stops it after the images that it is removing
 */
export async function removeImagesUnlessNamed(
  store: Store,
  names: string[],
  only?: Condition,
  ending?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < names.length; at += batch) {
    ending?.throwIfAborted();
    const some = names.slice(at, at + batch).sort();
    await inTurn(() => removeOnce(store, some, only));
  }
}

/** Which images are removed, as it is once nobody else can change that. */
type Condition = (where: ExpressionBuilder<Schema, 'images'>) => Expression<SqlBool>;

/**
 * Whether all who have uploaded the image of the query around this are being deleted. Anybody else may have a post on
 * their device that names it.
 */
export const isUploadedByNobodyElse: Condition = ({ not, exists, selectFrom }) =>
  not(
    exists(
      selectFrom('image_uploads')
        .innerJoin('users', 'users.id', 'image_uploads.user_id')
        .select('users.id')
        .whereRef('image_uploads.image', '=', 'images.name')
        .where(isShown),
    ),
  );

async function removeOnce(store: Store, names: string[], only?: Condition): Promise<number> {
  if (names.length === 0) return 0;
  return store.db.transaction().execute(async (work) => {
    await lockImages(work, store.lockRows, names);
    // A post came before its image, and each was stored before it could see the other.
    await work
      .updateTable('images')
      .set({ unnamed_since: null })
      .where('name', 'in', names)
      .where('unnamed_since', 'is not', null)
      .where(isNamed)
      .execute();
    const gone = await stillUnnamed(work, names, only);
    if (gone.length === 0) return 0;
    await store.imageStore.remove(gone, work);
    await work.deleteFrom('images').where('name', 'in', gone).execute();
    return gone.length;
  });
}

async function stillUnnamed(work: StoreTransaction, names: string[], only: Condition | undefined): Promise<string[]> {
  const unnamed = work
    .selectFrom('images')
    .select('name')
    .where('name', 'in', names)
    .where((where) => where.not(isNamed(where)));
  const found = only ? unnamed.where(only) : unnamed;
  return (await found.execute()).map(({ name }) => name);
}
