import { validate as isUuid } from 'uuid';
import { type ImportedPost, importedPostId, originalIdIn } from '../../contract/import-post.ts';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { type NewPost, textOf } from '../../contract/posts.ts';
import { chargeStored, type Shares } from '../access/account-shares.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import type { User } from '../access/sessions.ts';
import { noteNamedImages } from '../images/images-of-posts.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';
import { findOwn, rowOf } from './edit-post.ts';
import { withEtag } from './post-etag.ts';
import { type MakeEntry, storeIndexEntry } from './post-index.ts';
import { columnsOf, sizeOf, type Written } from './publish-post.ts';

/** In bytes: added to the size of each earlier version's text, for the cost of its row. */
const rowOfVersion = 2_000;

/** The most images that a post and its earlier versions may name in one call. A post without versions may name more. */
const namedAtMost = 2_000;

/** How many rows one statement inserts. */
const chunk = 50;

/**
 * Stores a post under its own date, with its earlier versions. If the post exists already, its text stays unchanged,
 * and only versions that it lacks are added. `isStored` says whether the post was new.
 * @throws {HttpError} invalid_field for an edit older than the post, versions out of order or too many images;
 * not_authenticated or account_suspended if the author is deleted or suspended during the call; not_owner if another
 * account has a post with this id; busy if the post is deleted during the call; posting_limit_reached
 * @param makeEntry called only if the post is to be stored, and not in a transaction
 */
export async function importPost(
  { db, search }: Store,
  shares: Shares,
  author: User,
  imported: ImportedPost,
  makeEntry: MakeEntry,
): Promise<Written> {
  expectEditAfterwards(imported);
  expectFewImages(imported);
  const { createdAt, updatedAt } = imported;
  const { version, earlier } = numbered(imported);
  const text = textOf(imported);
  const derivedId = await importedPostId(author.id, imported.source, createdAt);
  const isThere = await isKnown(db, author, imported.source, derivedId);
  const entry = isThere ? undefined : await makeEntry(text);
  return db.transaction().execute(async (work) => {
    // This lock also makes a second call for the same post wait for the end of the first.
    await expectMayWrite(work, author);
    const found = (await findOriginal(work, author, imported.source)) ?? (await findPost(work, author, derivedId));
    const id = found?._id ?? derivedId;
    const known = found ? await versionsOf(work, id, earlier) : new Set<number>();
    const added = earlier.filter((one) => !known.has(one.version) && one.version < (found?.version ?? version));
    const bytes = added.reduce((sum, one) => sum + sizeOf(one.text) + rowOfVersion, found ? 0 : sizeOf(text));
    if (!found) {
      // The post was deleted after `isKnown`. A retry of the call makes the entry.
      if (!entry) throw new HttpError('busy');
      await chargeStored(work, shares, author.id, { number: 1, bytes });
      const times = { created_at: createdAt, updated_at: updatedAt, version };
      const row = { id, author_id: author.id, summary: entry.summary, ...columnsOf(text), ...times };
      await work.insertInto('posts').values(row).execute();
      await storeIndexEntry({ search }, work, id, entry, true);
      // A deleted post may have had this id. A new revision keeps caches from answering with that post's text.
      const bump = work.updateTable('users').set(({ eb }) => ({ revision: eb('revision', '+', 1) }));
      await bump.where('id', '=', author.id).execute();
    } else if (added.length > 0) {
      await chargeStored(work, shares, author.id, { number: 0, bytes });
    }
    await addVersions(work, id, added);
    await noteNamedImages(work, id, joined([...(found ? [] : [text]), ...added.map((one) => one.text)]));
    const summary = entry?.summary ?? '';
    const edited = updatedAt !== null && { updatedAt };
    const post = found ?? withEtag({ _id: id, ...text, summary, createdAt, author, version, ...edited });
    return { post, isStored: !found };
  });
}

/** @throws {HttpError} invalid_field */
function expectEditAfterwards({ createdAt, updatedAt }: ImportedPost): void {
  if (updatedAt === null || Date.parse(updatedAt) >= Date.parse(createdAt)) return;
  throw new HttpError('invalid_field', { field: 'updatedAt', detail: 'must not be before createdAt' });
}

/** @throws {HttpError} invalid_field */
function expectFewImages({ versions = [], ...post }: ImportedPost): void {
  if (versions.length === 0 || imagesNamedIn(joined([post, ...versions])).length <= namedAtMost) return;
  throw new HttpError('invalid_field', { field: 'versions', detail: `must not name more than ${namedAtMost} images` });
}

type Earlier = { version: number; createdAt: string; text: NewPost };

/** Numbers the versions that have no number. @throws {HttpError} invalid_field unless all numbers increase */
function numbered({ version: given, versions = [] }: ImportedPost): { version: number; earlier: Earlier[] } {
  const version = given ?? (versions.at(-1)?.version ?? versions.length) + 1;
  const earlier = versions.map((one, index) => ({
    version: one.version ?? version - versions.length + index,
    createdAt: one.createdAt,
    text: textOf(one),
  }));
  earlier.forEach((one, index) => {
    const before = earlier[index - 1]?.version ?? 0;
    if (one.version > before && one.version < version) return;
    const detail = 'must be numbered upwards, and below the version of the post';
    throw new HttpError('invalid_field', { field: `versions.${index}.version`, detail });
  });
  return { version, earlier };
}

/**
 * Whether the post exists already. Outside of the transaction, the result may soon be outdated.
 * @throws {HttpError} not_owner
 */
async function isKnown(db: Database, author: User, source: string, derivedId: string): Promise<boolean> {
  const original = originalIdIn(source);
  const ids = original !== undefined && isUuid(original) ? [derivedId, original] : [derivedId];
  const rows = await db.selectFrom('posts').select(['id', 'author_id']).where('id', 'in', ids).execute();
  if (rows.some(({ author_id }) => author_id === author.id)) return true;
  if (rows.some(({ id }) => id === derivedId)) throw new HttpError('not_owner');
  return false;
}

/**
 * Returns the post, and locks it against edits and deletion until the transaction ends.
 * @throws {HttpError} not_owner
 */
const findPost = (work: StoreTransaction, author: User, id: string) =>
  findOwn(rowOf(work, id).forNoKeyUpdate(), author);

/** Returns the author's original post, if the source names a post that Storyline exported. */
async function findOriginal(work: StoreTransaction, author: User, source: string) {
  const id = originalIdIn(source);
  if (id === undefined || !isUuid(id)) return undefined;
  const post = await work.selectFrom('posts').select('author_id').where('id', '=', id).executeTakeFirst();
  return post?.author_id === author.id ? findPost(work, author, id) : undefined;
}

/** Joins several versions into one post, so that one call locks all images that they name, in one order. */
const joined = (texts: NewPost[]): NewPost => ({
  title: '',
  imgUrl: '',
  content: texts.flatMap(({ imgUrl, content }) => [imgUrl, content]).join('\n'),
});

/** Returns the version numbers of those given versions that are stored already. */
async function versionsOf(work: StoreTransaction, id: string, given: Earlier[]): Promise<Set<number>> {
  if (given.length === 0) return new Set();
  const there = work.selectFrom('post_versions').select('version').where('post_id', '=', id);
  const numbers = given.map(({ version }) => version);
  const rows = await there.where('version', 'in', numbers).execute();
  return new Set(rows.map(({ version }) => version));
}

async function addVersions(work: StoreTransaction, id: string, added: Earlier[]): Promise<void> {
  const rows = added.map(({ version, createdAt, text }) => {
    return { post_id: id, version, created_at: createdAt, ...columnsOf(text) };
  });
  for (let from = 0; from < rows.length; from += chunk)
    await work
      .insertInto('post_versions')
      .values(rows.slice(from, from + chunk))
      .execute();
}
