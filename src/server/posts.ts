import { validate as isUuid, v7 as uuid } from 'uuid';
import { limits } from '../contract/limits.ts';
import type { NewPost } from '../contract/posts.ts';
import { Refusal } from './refusal.ts';
import { sha256, type User } from './sessions.ts';
import type { Database, Store, Work } from './store/schema.ts';
import { summarise } from './summary.ts';

/** A post as the own backend answers it: of what the contract leaves open, nothing is. */
export type StoredPost = {
  _id: string;
  title: string;
  summary: string;
  imgUrl: string;
  content: string;
  createdAt: string;
  author: { email: string };
};

/** The ids of a page, newest first, and whether there are older posts. Walks the index; never counts. */
export type PageOfIds = { ids: string[]; more: boolean };

export async function pageOfPosts({ publicReads }: Store, after?: string): Promise<PageOfIds> {
  let query = publicReads.selectFrom('posts').select('id');
  if (after !== undefined) query = query.where('id', '<', after);
  return page(
    await query
      .orderBy('id', 'desc')
      .limit(limits.page + 1)
      .execute(),
  );
}

/**
 * Of the primary always, so that authors see what they wrote.
 * @throws {Refusal} user_not_found
 */
export async function pageOfUser({ db }: Store, userId: string, after?: string): Promise<PageOfIds> {
  if (!isUuid(userId)) throw new Refusal('user_not_found');
  let query = db.selectFrom('posts').select('id').where('author_id', '=', userId);
  if (after !== undefined) query = query.where('id', '<', after);
  const found = page(
    await query
      .orderBy('id', 'desc')
      .limit(limits.page + 1)
      .execute(),
  );
  if (found.ids.length === 0) {
    const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!user) throw new Refusal('user_not_found');
  }
  return found;
}

function page(rows: { id: string }[]): PageOfIds {
  return { ids: rows.slice(0, limits.page).map(({ id }) => id), more: rows.length > limits.page };
}

/** The posts of these ids, newest first; one deleted in the meantime is left out. */
export async function readPosts(store: Store, ids: string[]): Promise<StoredPost[]> {
  if (ids.length === 0) return [];
  const from = (db: Database) => wholePosts(db).where('posts.id', 'in', ids).orderBy('posts.id', 'desc').execute();
  const rows = await from(store.publicReads);
  // The ids may be of the primary, and its newest posts not with the replica yet.
  return (rows.length === ids.length ? rows : await from(store.db)).map(asRead);
}

/** @throws {Refusal} post_not_found */
export async function readPost(store: Store, id: string): Promise<StoredPost> {
  if (!isUuid(id)) throw new Refusal('post_not_found');
  const from = (db: Database) => wholePosts(db).where('posts.id', '=', id).executeTakeFirst();
  // Whoever has just published may be ahead of the replica.
  const row = (await from(store.publicReads)) ?? (await from(store.db));
  if (!row) throw new Refusal('post_not_found');
  return asRead(row);
}

function wholePosts(db: Database) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'summary', 'img_url', 'content', 'posts.created_at', 'users.email']);
}

type Row = Awaited<ReturnType<ReturnType<typeof wholePosts>['execute']>>[number];

function asRead({ id, title, summary, img_url, content, created_at, email }: Row): StoredPost {
  return { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author: { email } };
}

export type Published = { post: StoredPost; repeated: boolean };

/**
 * Publishes a post once for each key of its author, however often it is asked to and however many servers are asked.
 * @throws {Refusal} idempotency_key_reused when the key has carried another post
 */
export function publish({ db }: Store, author: User, post: NewPost, key: string | undefined): Promise<Published> {
  return db.transaction().execute(async (work) => {
    const first = { id: uuid(), created_at: new Date().toISOString() };
    const earlier = key === undefined ? undefined : await claimKey(work, author, post, key, first);
    if (!earlier) {
      await work
        .insertInto('posts')
        .values({
          ...first,
          author_id: author.id,
          title: post.title,
          summary: summarise(post.content),
          img_url: post.imgUrl,
          content: post.content,
        })
        .execute();
    }
    // A repeat carries the same words, so the first answer can be given again even when the post is gone by now.
    const { id, created_at } = earlier ?? first;
    const summary = summarise(post.content);
    return {
      post: { _id: id, ...post, summary, createdAt: created_at, author: { email: author.email } },
      repeated: earlier !== undefined,
    };
  });
}

/** @returns the post that took the key before, or nothing when this one has it now */
async function claimKey(
  work: Work,
  author: User,
  post: NewPost,
  key: string,
  first: { id: string; created_at: string },
) {
  const body_hash = sha256(JSON.stringify([post.title, post.imgUrl, post.content]));
  const { numInsertedOrUpdatedRows } = await work
    .insertInto('idempotency_keys')
    .values({ user_id: author.id, key, body_hash, post_id: first.id, created_at: first.created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 0n) return undefined;
  const earlier = await work
    .selectFrom('idempotency_keys')
    .select(['post_id as id', 'created_at', 'body_hash'])
    .where('user_id', '=', author.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash !== body_hash) throw new Refusal('idempotency_key_reused', { field: 'Idempotency-Key' });
  return earlier;
}

/** @throws {Refusal} post_not_found, not_owner */
export async function deletePost({ db }: Store, user: User, id: string): Promise<void> {
  if (!isUuid(id)) throw new Refusal('post_not_found');
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('author_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return;
  const someone = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst();
  throw new Refusal(someone ? 'not_owner' : 'post_not_found');
}
