import type { ExpressionBuilder } from 'kysely';
import { imagesNamedIn } from '../../contract/named-images.ts';
import type { NewPost } from '../../contract/posts.ts';
import type { Database, Schema, Store, StoreTransaction } from '../store/schema.ts';

/** The most names in one statement. */
const chunk = 200;

/**
 * Records in `post_images` which images a post names. Never removes a row, because every version is kept as long as its
 * post. Call it in the transaction that stores the text.
 */
export async function noteNamedImages(work: StoreTransaction, postId: string, post: NewPost): Promise<void> {
  // Sorted, because all transactions lock images in this order.
  const named = imagesNamedIn(post).sort();
  if (named.length === 0) return;
  const noted = await work.selectFrom('post_images').select('image').where('post_id', '=', postId).execute();
  const known = new Set(noted.map(({ image }) => image));
  for (const images of chunksOf(named.filter((name) => !known.has(name)))) {
    const rows = images.map((image) => ({ post_id: postId, image }));
    await work.insertInto('post_images').values(rows).execute();
    await lockImages(work, images);
    await work.updateTable('images').set({ unnamed_since: null }).where('name', 'in', images).execute();
  }
}

/** Returns the images that these posts name. */
export async function imagesOfPosts(work: Database, postIds: string[]): Promise<string[]> {
  const found = work.selectFrom('post_images').select('image').distinct().where('post_id', 'in', postIds);
  return (await found.orderBy('image').execute()).map(({ image }) => image);
}

export async function imagesUploadedBy(db: Database, userId: string): Promise<string[]> {
  const found = await db.selectFrom('image_uploads').select('image').where('user_id', '=', userId).execute();
  return found.map(({ image }) => image);
}

/** Returns the ids of at most a hundred posts that name any of these images and so keep the images stored. */
export async function postsNaming({ db }: Store, images: string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const some of chunksOf(images)) {
    const found = db.selectFrom('post_images').select('post_id').distinct().where('image', 'in', some);
    for (const { post_id } of await found.limit(100).execute()) ids.add(post_id);
  }
  return [...ids].sort().slice(0, 100);
}

/** Sets `unnamed_since` of those images that no post names any more. Call this after deleting posts. */
export async function noteUnnamedImages(work: StoreTransaction, names: string[]): Promise<void> {
  for (const images of chunksOf(names.toSorted())) {
    await lockImages(work, images);
    await work
      .updateTable('images')
      .set({ unnamed_since: new Date().toISOString() })
      .where('name', 'in', images)
      .where('unnamed_since', 'is', null)
      .where((where) => where.not(isNamed(where)))
      .execute();
  }
}

/** Returns a condition for queries on `images`: some post names the image. */
export function isNamed({ exists, selectFrom }: ExpressionBuilder<Schema, 'images'>) {
  return exists(selectFrom('post_images').select('post_id').whereRef('post_images.image', '=', 'images.name'));
}

/**
 * Locks these images until the transaction ends: other transactions that name or remove them wait. Later statements see
 * the changes of the transactions that held the locks before. All lock in the order of the names, to avoid deadlocks.
 */
export async function lockImages(work: StoreTransaction, names: string[]): Promise<void> {
  await work.selectFrom('images').select('name').where('name', 'in', names).orderBy('name').forNoKeyUpdate().execute();
}

function chunksOf(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / chunk) }, (_, index) =>
    names.slice(index * chunk, (index + 1) * chunk),
  );
}
