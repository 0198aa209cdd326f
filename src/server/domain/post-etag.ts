import { hash } from 'node:crypto';
import type { StoredPost } from './posts.ts';

/** Of the hash: 80 bits, so that no two versions of a post ever share a tag. */
const hexDigits = 20;

/**
 * The post as it is answered, with its ETag. That names the version for ever, also after a restore from a backup, where
 * another version may get the same number; and it is strong: it changes with every byte of the answer.
 */
export function withEtag(post: Omit<StoredPost, 'etag'>): StoredPost {
  const { _id, title, summary, imgUrl, content, createdAt, version, updatedAt } = post;
  const author = { id: post.author.id, email: post.author.email };
  // In one order, whoever answers: the same version has the same bytes.
  const named = { _id, title, summary, imgUrl, content, createdAt, author, version };
  const whole = updatedAt === undefined ? named : { ...named, updatedAt };
  const digest = hash('sha256', JSON.stringify(whole), 'hex').slice(0, hexDigits);
  return { ...whole, etag: `"${version}-${digest}"` };
}
