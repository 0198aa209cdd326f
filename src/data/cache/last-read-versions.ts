import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../api/host.ts';
import { clearCache, hasCacheStorage } from '../storage/quota.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { findCachedPost, parseList, parsePost } from './cached-posts.ts';
import { putCachedAndEvict, readCached } from './response-cache.ts';

/*
 * The versions of posts as they were read, so that a reader can be told what changed since. Only a backend whose posts
 * have versions has any.
 */

const postUrl = (id: string): string => callUrl(callPaths.post(id));

/** The version that was read, with its text; `undefined` if none was, or it has been evicted. */
export async function findLastReadVersion(id: string): Promise<Post | undefined> {
  return hasCacheStorage() ? postIn((await readCached('read', postUrl(id)))?.body) : undefined;
}

/**
 * Stores the version that was read, in place of an earlier one. A rendered page has no text to store: it is taken from
 * the cache, and nothing is stored as long as the cache does not have this version.
 *
 * @throws DOMException `QuotaExceededError`
 */
export async function recordLastReadVersion(post: Post): Promise<void> {
  if (!hasCacheStorage()) return;
  const url = postUrl(post._id);
  const whole = post.content === '' ? postIn((await findCachedPost(post._id, url))?.body) : post;
  if (whole?.version !== post.version) return;
  const { _id, title, imgUrl, content, version } = whole ?? post;
  const body = JSON.stringify({ _id, title, imgUrl, content, version });
  await putCachedAndEvict('read', { url, body, link: null, callNumber: 0, isStale: false });
}

/** Called at logout: what somebody has read is private. */
export async function clearLastReadVersions(): Promise<void> {
  if (hasCacheStorage()) await clearCache(cacheNames.read);
}

const postIn = (body: string | undefined): Post | undefined => parsePost(parseList(`[${body}]`)?.[0]);
