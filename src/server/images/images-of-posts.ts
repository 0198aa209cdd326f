import type { ExpressionBuilder } from 'kysely';
import { imagesNamedIn } from '../../contract/named-images.ts';
import type { NewPost } from '../../contract/posts.ts';
import type { Database, Schema, Store, StoreTransaction } from '../store/schema.ts';

/** How many names one statement takes. */
const chunk = 200;

/**
 * Notes which images a post names. As every version of a post is kept until the post goes, a name that was noted once
 * stays. Call it in the transaction that stores the text.
 */
export async function noteNamedImages(work: StoreTransaction, postId: string, post: NewPost): Promise<void> {
  // In one order, in which everybody locks.
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

/** The images that these posts name. */
export async function imagesOfPosts(work: Database, postIds: string[]): Promise<string[]> {
  const found = work.selectFrom('post_images').select('image').distinct().where('post_id', 'in', postIds);
  return (await found.orderBy('image').execute()).map(({ image }) => image);
}

export async function imagesUploadedBy(db: Database, userId: string): Promise<string[]> {
  const found = await db.selectFrom('image_uploads').select('image').where('user_id', '=', userId).execute();
  return found.map(({ image }) => image);
}

/** The first posts, a hundred at most, that name any of these images: they keep it. */
export async function postsNaming({ db }: Store, images: string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const some of chunksOf(images)) {
    const found = db.selectFrom('post_images').select('post_id').distinct().where('image', 'in', some);
    for (const { post_id } of await found.limit(100).execute()) ids.add(post_id);
  }
  return [...ids].sort().slice(0, 100);
}

/** Notes since when no post names these images, of those that none names. Call it once their posts are deleted. */
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

/** Whether a post names the image of the query around this. */
export function isNamed({ exists, selectFrom }: ExpressionBuilder<Schema, 'images'>) {
  return exists(selectFrom('post_images').select('post_id').whereRef('post_images.image', '=', 'images.name'));
}

/**
 * Makes everybody who names or deletes these images wait for the end of the transaction. What others had noted by then
 * is seen by every later statement: each has its own view of the database. All lock in the order of the names.
 */
export async function lockImages(work: StoreTransaction, names: string[]): Promise<void> {
  await work.selectFrom('images').select('name').where('name', 'in', names).orderBy('name').forNoKeyUpdate().execute();
}

function chunksOf(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / chunk) }, (_, index) =>
    names.slice(index * chunk, (index + 1) * chunk),
  );
}
