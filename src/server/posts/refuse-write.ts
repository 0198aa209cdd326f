import { textOf } from '../../contract/posts.ts';
import type { RefusedVersion } from '../../contract/write-refusals.ts';
import type { User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database } from '../store/schema.ts';
import { type EarlierUse, versionsMadeBy } from './idempotency-keys.ts';
import { versionOfEtag, withEtag } from './post-etag.ts';
import { findVersion, hadEtag } from './post-versions.ts';
import type { StoredPost } from './query-posts.ts';

/** The version that a change began from, and the calls of its author whose answers the device has not seen. */
export type ChangeOrigin = {
  /** The ETag of the version from which the change began; `undefined` if the request names none. */
  began: string | undefined;
  /** The keys of the author's calls whose answers the device has not seen. */
  unanswered: string[];
};

/** `holds`: whether the change may be made while the post has this ETag. */
export type Condition = ChangeOrigin & { holds: (etag: string) => boolean };

/**
 * Returns the error for a change that did not begin from the current version. It contains the post's text, so only the
 * author may get it.
 */
export async function versionMismatch(
  db: Database,
  current: StoredPost,
  { began, unanswered }: ChangeOrigin,
): Promise<HttpError> {
  const { _id, author, version } = current;
  const made = await versionsMadeBy(db, author, _id, unanswered);
  return new HttpError('version_mismatch', {
    version,
    current: refusedVersion(current),
    isKnown: await isVersionOf(db, current, began),
    // Leaves out edits that were stored after the current version was read.
    made: made.filter((one) => one.version <= version),
  });
}

/** Returns the error for publishing with a key that has been used for another text. */
export async function keyUsed(db: Database, author: User, { id, version, created_at }: EarlierUse): Promise<HttpError> {
  const post = await db.selectFrom('posts').select('created_at').where('id', '=', id).executeTakeFirst();
  if (!post) return new HttpError('post_not_found', { status: 410 });
  const field = 'Idempotency-Key';
  const text = await findVersion(db, id, version ?? 1);
  // The operator may have deleted this version by hand.
  if (!text) return new HttpError('idempotency_key_reused', { field });
  const times = { createdAt: post.created_at, ...(version !== null && { updatedAt: created_at }) };
  const made = withEtag({ _id: id, ...textOf(text), summary: '', ...times, author, version: version ?? 1 });
  return new HttpError('idempotency_key_reused', { field, post: refusedVersion(made) });
}

async function isVersionOf(db: Database, current: StoredPost, etag: string | undefined): Promise<boolean> {
  if (etag === undefined || etag === current.etag) return etag !== undefined;
  const version = versionOfEtag(etag);
  return version !== undefined && hadEtag(db, current._id, version, etag);
}

const refusedVersion = ({ _id, etag, version, title, imgUrl, content, updatedAt }: StoredPost): RefusedVersion => ({
  _id,
  etag,
  version,
  title,
  imgUrl,
  content,
  ...(updatedAt !== undefined && { updatedAt }),
});
