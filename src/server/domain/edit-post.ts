import { validate as isUuid } from 'uuid';
import type { NewPost } from '../../contract/posts.ts';
import type { Database, Store } from '../store/schema.ts';
import { HttpError } from './http-error.ts';
import { findIdempotencyKey, storeIdempotencyKey } from './idempotency-keys.ts';
import { noteNamedImages } from './images/named-images.ts';
import { withEtag } from './post-etag.ts';
import { type MakeEntry, storeIndexEntry } from './post-index.ts';
import { chargePost, type PostingLimits } from './posting-limits.ts';
import type { StoredPost } from './posts.ts';
import type { User } from './sessions.ts';
import { plainSummary } from './summarise.ts';
import { expectMayWrite, sizeOf, type Written } from './write-posts.ts';

export type Edit = {
  id: string;
  /** The header `If-Match`, which names the version that the edit began from by its ETag. */
  ifMatch: string;
  /** Whether what the request says of the post's version holds for this ETag. */
  holds: (etag: string) => boolean;
  post: NewPost;
};

/**
 * Replaces a post's text, and keeps the text that it had. A repeat of a key is answered with the version that the key
 * has made, even if there are later ones. Of several edits that began from one version, one is stored.
 * @param makeEntry called only if the edit is to be stored, and not in a transaction
 * @throws {HttpError} not_authenticated or account_suspended if its author has been logged out or suspended meanwhile,
 * post_not_found, not_owner, version_mismatch, idempotency_key_reused if the key was used for anything else,
 * posting_limit_reached
 */
export async function editPost(
  { db, lockRows, search }: Store,
  postingLimits: PostingLimits,
  author: User,
  { id, ifMatch, holds, post }: Edit,
  key: string | undefined,
  makeEntry: MakeEntry,
): Promise<Written> {
  if (!isUuid(id)) throw new HttpError('post_not_found');
  const request = [id, ifMatch, post.title, post.imgUrl, post.content];
  const keyed = key === undefined ? undefined : { author, key, request };

  const answer = (
    current: Current,
    isStored: boolean,
    summary: string,
    version: number,
    updatedAt: string,
  ): Written => {
    const made = { _id: id, createdAt: current.created_at, author, ...post, summary, version, updatedAt };
    return { post: withEtag(made), isStored };
  };

  /**
   * The answer of an edit that stores nothing.
   * @throws {HttpError} version_mismatch, idempotency_key_reused
   */
  const answerWithoutStoring = async (db: Database, current: Current): Promise<Written | undefined> => {
    const earlier = keyed && (await findIdempotencyKey(db, keyed));
    // Of a version that was replaced no summary is stored.
    const summary = earlier?.version === current.version ? current.summary : plainSummary(post.content);
    if (earlier?.version) return answer(current, false, summary, earlier.version, earlier.created_at);

    const present = asStored(id, author, current);
    if (!holds(present.etag)) throw new HttpError('version_mismatch', { version: current.version });
    const isSame = post.title === current.title && post.imgUrl === current.img_url && post.content === current.content;
    // Nothing is stored, not even the key: it costs its author nothing, so an account could store keys without end.
    return isSame ? { post: present, isStored: false } : undefined;
  };

  const settled = await answerWithoutStoring(db, await expectOwn(rowOf(db, id), author));
  if (settled) return settled;
  const entry = await makeEntry(post);
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, lockRows, author);
    // Somebody may have edited it meanwhile. Until the transaction ends nobody does, or deletes it.
    const current = await expectOwn(lockRows(rowOf(work, id)), author);
    const raced = await answerWithoutStoring(work, current);
    if (raced) return raced;

    await chargePost(work, postingLimits, author.id, sizeOf(post));
    const [version, made_at] = [current.version + 1, new Date().toISOString()];
    if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at: made_at, version });
    const { title, img_url, content, created_at, updated_at } = current;
    const replaced = { post_id: id, version: current.version, created_at: updated_at ?? created_at };
    await work
      .insertInto('post_versions')
      .values({ ...replaced, title, img_url, content })
      .execute();
    const { summary } = entry;
    await work
      .updateTable('posts')
      .set({ title: post.title, img_url: post.imgUrl, content: post.content, summary, version, updated_at: made_at })
      .where('id', '=', id)
      .execute();
    await noteNamedImages(work, lockRows, id, post);
    await storeIndexEntry({ search }, work, id, entry, false);
    return answer(current, true, summary, version, made_at);
  });
}

type Current = Awaited<ReturnType<typeof expectOwn>>;

function asStored(id: string, author: User, { img_url, created_at, updated_at, ...others }: Current): StoredPost {
  const times = { createdAt: created_at, ...(updated_at !== null && { updatedAt: updated_at }) };
  return withEtag({ _id: id, ...others, imgUrl: img_url, ...times, author });
}

const rowOf = (db: Database, id: string) =>
  db
    .selectFrom('posts')
    .select(['author_id', 'title', 'summary', 'img_url', 'content', 'created_at', 'version', 'updated_at'])
    .where('id', '=', id);

/** @throws {HttpError} post_not_found, not_owner */
async function expectOwn(row: ReturnType<typeof rowOf>, author: User) {
  const post = await row.executeTakeFirst();
  if (!post) throw new HttpError('post_not_found');
  if (post.author_id !== author.id) throw new HttpError('not_owner');
  return post;
}
