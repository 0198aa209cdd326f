import { v7 as uuid } from 'uuid';
import type { NewPost } from '../../contract/posts.ts';
import { chargeStored, type Shares } from '../access/account-shares.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import type { User } from '../access/sessions.ts';
import { noteNamedImages } from '../images/images-of-posts.ts';
import type { Database, Store } from '../store/schema.ts';
import { findIdempotencyKey, type Keyed, storeIdempotencyKey } from './idempotency-keys.ts';
import { withEtag } from './post-etag.ts';
import { type MakeEntry, storeIndexEntry } from './post-index.ts';
import type { StoredPost } from './query-posts.ts';
import { keyUsed } from './refuse-write.ts';
import { plainSummary } from './summarise.ts';

/** The result of publishing or editing. A repeat, or an edit that changes nothing, stores nothing. */
export type Written = { post: StoredPost; isStored: boolean };

/**
 * Publishes a post once for each key of its author, no matter how often this is called, and on how many servers.
 * @param makeEntry called only if the post is to be stored, and not in a transaction
 * @throws {HttpError} not_authenticated or account_suspended if the author is logged out or suspended during the call;
 * idempotency_key_reused if the key was used for another post; post_not_found if that post is deleted;
 * posting_limit_reached
 */
export async function publish(
  { db, search }: Store,
  shares: Shares,
  author: User,
  post: NewPost,
  key: string | undefined,
  makeEntry: MakeEntry,
): Promise<Written> {
  const keyed = key === undefined ? undefined : { author, key, request: [post.title, post.imgUrl, post.content] };
  const repeated = await resultOfKey(db, keyed, post);
  if (repeated) return repeated;
  const entry = await makeEntry(post);
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, author);
    // While `makeEntry` ran, another request may have used the key.
    const raced = await resultOfKey(work, keyed, post);
    if (raced) return raced;
    await chargeStored(work, shares, author.id, { number: 1, bytes: sizeOf(post) });
    const [id, created_at] = [uuid(), new Date().toISOString()];
    if (keyed) await storeIdempotencyKey(work, keyed, { post_id: id, created_at });
    const { summary } = entry;
    const row = { id, created_at, author_id: author.id, summary, ...columnsOf(post) };
    await work.insertInto('posts').values(row).execute();
    await noteNamedImages(work, id, post);
    await storeIndexEntry({ search }, work, id, entry, true);
    return { post: published(author, post, { id, created_at, summary }), isStored: true };
  });
}

/**
 * Returns the result for a repeat: the same as for the first request with the key. If the post was edited or deleted
 * since, its summary is no longer stored, and the result has the text's beginning instead.
 * @throws {HttpError} idempotency_key_reused, post_not_found if the key was used for another text
 */
async function resultOfKey(db: Database, keyed: Keyed | undefined, post: NewPost): Promise<Written | undefined> {
  const earlier = keyed && (await findIdempotencyKey(db, keyed));
  if (!earlier) return undefined;
  if (!earlier.isRepeat) throw await keyUsed(db, keyed.author, earlier);
  const unchanged = db.selectFrom('posts').select('summary').where('id', '=', earlier.id).where('version', '=', 1);
  const summary = (await unchanged.executeTakeFirst())?.summary ?? plainSummary(post.content);
  return { post: published(keyed.author, post, { ...earlier, summary }), isStored: false };
}

type Made = { id: string; created_at: string; summary: string };

const published = (author: User, post: NewPost, { id, created_at, summary }: Made): StoredPost =>
  withEtag({ _id: id, ...post, summary, createdAt: created_at, author, version: 1 });

/** Returns a text as the columns of `posts` and of `post_versions`. */
export const columnsOf = ({ title, imgUrl, content }: NewPost) => ({ title, img_url: imgUrl, content });

/** Returns a post's size in bytes of UTF-8. */
export function sizeOf({ title, imgUrl, content }: NewPost): number {
  return Buffer.byteLength(title) + Buffer.byteLength(imgUrl) + Buffer.byteLength(content);
}
