import { validate as isUuid } from 'uuid';
import { isSameText, type NewPost } from '../../contract/posts.ts';
import { chargeStored, type Shares } from '../access/account-shares.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import type { User } from '../access/sessions.ts';
import { noteNamedImages } from '../images/images-of-posts.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';
import { findIdempotencyKey, storeIdempotencyKey } from './idempotency-keys.ts';
import { withEtag } from './post-etag.ts';
import { type MakeEntry, storeIndexEntry } from './post-index.ts';
import { columnsOf, sizeOf, type Written } from './publish-post.ts';
import type { StoredPost } from './query-posts.ts';
import { type Condition, versionMismatch } from './refuse-write.ts';
import { plainSummary } from './summarise.ts';

export type Edit = Condition & { id: string; post: NewPost };

/**
 * Replaces a post's text, and stores the replaced text as an earlier version. For a repeated key, returns the version
 * that the key made, even if there are later versions, and whatever `If-Match` says (RFC 9110, 13.1.1). Stores only one
 * of several edits that began from the same version.
 * @param makeEntry called only if the edit is to be stored, and not in a transaction
 * @throws {HttpError} not_authenticated or account_suspended if the author is logged out or suspended during the call;
 * idempotency_key_reused if the key was used for anything else; post_not_found, not_owner, version_mismatch,
 * posting_limit_reached
 */
export async function editPost(
  { db, search }: Store,
  shares: Shares,
  author: User,
  { id, holds, post, ...claims }: Edit,
  key: string | undefined,
  makeEntry: MakeEntry,
): Promise<Written> {
  if (!isUuid(id)) throw new HttpError('post_not_found');
  const request = [id, post.title, post.imgUrl, post.content];
  const keyed = key === undefined ? undefined : { author, key, request };

  const answer = (of: StoredPost, isStored: boolean, summary: string, version: number, updatedAt: string): Written => ({
    post: withEtag({ _id: of._id, createdAt: of.createdAt, author, ...post, summary, version, updatedAt }),
    isStored,
  });

  /**
   * Returns the result of an edit that stores nothing; `undefined` if the edit has to be stored.
   * @throws {HttpError} version_mismatch, idempotency_key_reused
   */
  const answerWithoutStoring = async (db: Database, present: StoredPost): Promise<Written | undefined> => {
    const earlier = keyed && (await findIdempotencyKey(db, keyed));
    if (earlier?.isRepeat === false) throw new HttpError('idempotency_key_reused', { field: 'Idempotency-Key' });
    // A replaced version has no stored summary, so it gets a plain one.
    const summary = earlier?.version === present.version ? present.summary : plainSummary(post.content);
    if (earlier?.version) return answer(present, false, summary, earlier.version, earlier.created_at);

    if (!holds(present.etag)) throw await versionMismatch(db, present, claims);
    // A call whose answer the device has not seen may still arrive. It would replace this text unless this edit makes a
    // newer version.
    const mayBeReplaced = claims.unanswered.some((each) => each !== key);
    // An unchanged text stores nothing, not even the key: a key without a text would count towards no limit.
    return isSameText(post, present) && !mayBeReplaced ? { post: present, isStored: false } : undefined;
  };

  const settled = await answerWithoutStoring(db, await expectOwn(rowOf(db, id), author));
  if (settled) return settled;
  const entry = await makeEntry(post);
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, author);
    // While `makeEntry` ran, another edit may have been stored. From here on, the lock makes edits and deletions wait.
    const current = await expectOwn(rowOf(work, id).forNoKeyUpdate(), author);
    const raced = await answerWithoutStoring(work, current);
    if (raced) return raced;

    await chargeStored(work, shares, author.id, { number: 1, bytes: sizeOf(post) });
    const [version, made_at] = [current.version + 1, new Date().toISOString()];
    if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at: made_at, version });
    await keepReplaced(work, current);
    const { summary } = entry;
    await work
      .updateTable('posts')
      .set({ ...columnsOf(post), summary, version, updated_at: made_at })
      .where('id', '=', id)
      .execute();
    await noteNamedImages(work, id, post);
    await storeIndexEntry({ search }, work, id, entry, false);
    return answer(current, true, summary, version, made_at);
  });
}

async function keepReplaced(work: StoreTransaction, replaced: StoredPost): Promise<void> {
  const { _id: post_id, version, etag, createdAt, updatedAt } = replaced;
  await work
    .insertInto('post_versions')
    .values({ post_id, version, created_at: updatedAt ?? createdAt, etag, ...columnsOf(replaced) })
    .execute();
}

/** Selects the columns of a post that an edit needs. */
export const rowOf = (db: Database, id: string) =>
  db
    .selectFrom('posts')
    .select(['id as _id', 'author_id', 'title', 'summary', 'img_url as imgUrl', 'content', 'version'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .where('id', '=', id);

/** Returns the post of a row, if there is one. @throws {HttpError} not_owner */
export async function findOwn(row: ReturnType<typeof rowOf>, author: User): Promise<StoredPost | undefined> {
  const post = await row.executeTakeFirst();
  if (!post) return undefined;
  if (post.author_id !== author.id) throw new HttpError('not_owner');
  const { author_id: _, updatedAt, ...current } = post;
  return withEtag({ ...current, author, ...(updatedAt !== null && { updatedAt }) });
}

/** @throws {HttpError} post_not_found, not_owner */
async function expectOwn(row: ReturnType<typeof rowOf>, author: User): Promise<StoredPost> {
  const post = await findOwn(row, author);
  if (!post) throw new HttpError('post_not_found');
  return post;
}
