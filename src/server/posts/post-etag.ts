import { createHash } from 'node:crypto';
import type { StoredPost } from './query-posts.ts';

/** The hash has 80 bits, so that no two versions of a post share a tag. */
const hexDigits = 20;

/**
 * Returns the post with its ETag. That names the version for ever, also after a restore from a backup, where another version
 * may get the same number; and it is strong: whatever differs in two answers differs in it. The summary is made from the
 * content, and is not stored with versions that were replaced.
 */
export function withEtag(post: Omit<StoredPost, 'etag'>): StoredPost {
  const { _id, title, summary, imgUrl, content, createdAt, version, updatedAt } = post;
  const author = { id: post.author.id, email: post.author.email };
  const named = [_id, title, imgUrl, createdAt, author.id, author.email, version, updatedAt ?? ''];
  // The content as it is: as JSON the longest takes twice as long, 31 ms, whenever it is read.
  const digest = createHash('sha256').update(JSON.stringify(named)).update(content).digest('hex').slice(0, hexDigits);
  // A fixed order of keys: every server sends the same bytes for a version.
  const whole = { _id, title, summary, imgUrl, content, createdAt, author, version };
  return { ...whole, ...(updatedAt !== undefined && { updatedAt }), etag: `"${version}-${digest}"` };
}

/** Returns the number of the version that such an ETag names; `undefined` of any other. */
export function versionOfEtag(etag: string): number | undefined {
  const number = /^"([1-9]\d{0,8})-/.exec(etag)?.[1];
  return number === undefined ? undefined : Number(number);
}
