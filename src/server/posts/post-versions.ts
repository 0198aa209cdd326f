import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import type { PostVersion, PostVersionText } from '../../contract/posts.ts';
import type { User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store } from '../store/schema.ts';

/**
 * Returns a page of the versions of the user's own post, newest first. The current version is one of them.
 * @param after the oldest version of the previous page; this page begins with the version before it
 * @throws {HttpError} post_not_found, not_owner
 */
export async function pageOfVersions(
  store: Store,
  user: User,
  id: string,
  after = Number.POSITIVE_INFINITY,
): Promise<{ versions: PostVersion[]; more: boolean }> {
  const { title, version, createdAt } = await ownPost(store, user, id);
  // Leaves out the current version: since it was read above, an edit may have moved it to this table.
  const earlier = await store.db
    .selectFrom('post_versions')
    .select(['version', 'title', 'created_at as createdAt'])
    .where('post_id', '=', id)
    .where('version', '<', Math.min(after, version))
    .orderBy('version', 'desc')
    .limit(limits.versions + 1)
    .execute();
  const found = version < after ? [{ version, title, createdAt }, ...earlier] : earlier;
  return { versions: found.slice(0, limits.versions), more: found.length > limits.versions };
}

/**
 * Returns one version of the user's own post, with its text.
 * @throws {HttpError} post_not_found, not_owner, version_not_found
 */
export async function readVersion(store: Store, user: User, id: string, version: number): Promise<PostVersionText> {
  await ownPost(store, user, id);
  const found = await findVersion(store.db, id, version);
  if (!found) throw new HttpError('version_not_found');
  return found;
}

/** Returns one version of any author's post, with its text; `undefined` if there is none. */
export async function findVersion(db: Database, id: string, version: number): Promise<PostVersionText | undefined> {
  // Queries `posts` first, because an edit moves a text from there to `post_versions`.
  const current = await db
    .selectFrom('posts')
    .select(['version', 'title', 'img_url as imgUrl', 'content', timeOfVersion])
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return current ?? earlierVersions(db, id).where('version', '=', version).executeTakeFirst();
}

/** Whether this ETag named this version of the post, before an edit replaced the version. */
export async function hadEtag(db: Database, id: string, version: number, etag: string): Promise<boolean> {
  const found = db.selectFrom('post_versions').select('version').where('post_id', '=', id);
  const named = found.where('version', '=', version).where('etag', '=', etag);
  return (await named.executeTakeFirst()) !== undefined;
}

/** Returns the version before the given one, of any author's post, with its text; `undefined` if there is none. */
export function versionBefore({ db }: Store, id: string, version: number): Promise<PostVersionText | undefined> {
  const before = earlierVersions(db, id).where('version', '<', version);
  return before.orderBy('version', 'desc').limit(1).executeTakeFirst();
}

function earlierVersions(db: Database, id: string) {
  return db
    .selectFrom('post_versions')
    .select(['version', 'title', 'img_url as imgUrl', 'content', 'created_at as createdAt'])
    .where('post_id', '=', id);
}

/** When the current version was published or edited. */
const timeOfVersion = sql<string>`coalesce(updated_at, created_at)`.as('createdAt');

/**
 * Returns the current version of the user's own post, without its text.
 * @throws {HttpError} post_not_found, not_owner
 */
async function ownPost({ db }: Store, user: User, id: string): Promise<PostVersion> {
  if (!isUuid(id)) throw new HttpError('post_not_found');
  const found = db.selectFrom('posts').select(['author_id', 'version', 'title', timeOfVersion]).where('id', '=', id);
  const post = await found.executeTakeFirst();
  if (!post) throw new HttpError('post_not_found');
  const { author_id, ...version } = post;
  if (author_id !== user.id) throw new HttpError('not_owner');
  return version;
}
