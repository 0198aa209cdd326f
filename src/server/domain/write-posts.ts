import { validate as isUuid, v7 as uuid } from 'uuid';
import type { NewPost } from '../../contract/posts.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';
import { HttpError } from './http-error.ts';
import { findIdempotencyKey, storeIdempotencyKey } from './idempotency-keys.ts';
import { noteNamedImages } from './images/named-images.ts';
import { deleteAnyPost } from './moderation.ts';
import { type IndexEntry, indexEntryOf, storeIndexEntry } from './post-index.ts';
import { chargePost, type PostingLimits } from './posting-limits.ts';
import type { StoredPost } from './posts.ts';
import { holdSession, type User } from './sessions.ts';
import { summaryOf } from './summarise.ts';

/** What publishing or editing is answered with. Nothing is stored by a repeat, or by an edit that changes nothing. */
export type Written = { post: StoredPost; isStored: boolean };

/**
 * Publishes a post once for each of its author's keys, however often it is called, and on however many servers.
 * @param entry what it is found under; made on another thread if the text is long
 * @throws {HttpError} not_authenticated or account_suspended if its author has been logged out or suspended meanwhile,
 * idempotency_key_reused if the key was used for another post, posting_limit_reached
 */
export function publish(
  { db, lockRows, search }: Store,
  postingLimits: PostingLimits,
  author: User,
  post: NewPost,
  key: string | undefined,
  entry: IndexEntry = indexEntryOf(post),
): Promise<Written> {
  const summary = summaryOf(post.content);
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, lockRows, author);
    const keyed = key === undefined ? undefined : { author, key, request: [post.title, post.imgUrl, post.content] };
    const earlier = keyed && (await findIdempotencyKey(work, keyed));
    const { id, created_at } = earlier ?? { id: uuid(), created_at: new Date().toISOString() };
    if (!earlier) {
      await chargePost(work, postingLimits, author.id, sizeOf(post));
      if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at });
      await work
        .insertInto('posts')
        .values({
          id,
          created_at,
          author_id: author.id,
          title: post.title,
          summary,
          img_url: post.imgUrl,
          content: post.content,
        })
        .execute();
      await noteNamedImages(work, lockRows, id, post);
      await storeIndexEntry({ search }, work, id, entry, true);
    }
    // A repeat has the same content, so the first answer can be given again, even if the post has been deleted since.
    return {
      post: {
        _id: id,
        ...post,
        summary,
        createdAt: created_at,
        author: { id: author.id, email: author.email },
        version: 1,
      },
      isStored: !earlier,
    };
  });
}

/**
 * A long post waits for others before it is published, and its author may be suspended or deleted meanwhile, or the
 * session ended. Whoever does so from now on waits for the end of this transaction: no post appears after a suspension is
 * done, and nothing is written by a stolen token after a change of the password.
 * @throws {HttpError} not_authenticated, account_suspended
 */
export async function expectMayWrite(work: StoreTransaction, lockRows: Store['lockRows'], author: User): Promise<void> {
  const found = work.selectFrom('users').select(['suspended_at', 'deleted_at']).where('id', '=', author.id);
  const account = await lockRows(found).executeTakeFirst();
  if (!account || account.deleted_at !== null) throw new HttpError('not_authenticated');
  if (account.suspended_at !== null) throw new HttpError('account_suspended');
  if (author.sessionId !== undefined) await holdSession(work, lockRows, author.sessionId);
}

/** In bytes of UTF-8. */
export function sizeOf({ title, imgUrl, content }: NewPost): number {
  return Buffer.byteLength(title) + Buffer.byteLength(imgUrl) + Buffer.byteLength(content);
}

/**
 * Deletes a post with its versions.
 * @throws {HttpError} post_not_found, not_owner
 */
export async function deletePost(store: Store, user: User, id: string): Promise<void> {
  if (!isUuid(id)) throw new HttpError('post_not_found');
  const post = await store.db.selectFrom('posts').select('author_id').where('id', '=', id).executeTakeFirst();
  if (!post) throw new HttpError('post_not_found');
  if (post.author_id !== user.id) throw new HttpError('not_owner');
  if (!(await deleteAnyPost(store, id))) throw new HttpError('post_not_found');
}
