import { markRead } from '../follows/follow-store.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { isQuotaExceeded } from '../storage/quota.ts';
import { changeRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';
import { evictableImageCaches, withEviction } from '../storage/with-eviction.ts';
import { parseList, postIdOf } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { confirmedUpTo, deleteCached, putCached, putCachedAndEvict, readCachedHeads } from './response-cache.ts';

/** By post id, the number of the call that showed the post to be deleted. */
type DeletedPosts = Record<string, number>;

/**
 * Records that these posts are deleted, so that no answer of an earlier call brings them back, and that nobody waits for
 * them as unread.
 *
 * @param order the number of the call that has shown it.
 */
export async function recordDeletedPosts(ids: string[], order: number): Promise<void> {
  if (ids.length === 0) return;
  const record = () =>
    changeRecord<DeletedPosts>(recordKeys.deletedPosts, (removed = {}) => {
      // An answer that comes late says nothing of the calls since then.
      const all = { ...removed, ...Object.fromEntries(ids.map((id) => [id, Math.max(order, removed[id] ?? 0)])) };
      const latest = Object.entries(all).toSorted(([, a], [, b]) => b - a);
      return Object.fromEntries(latest.slice(0, maxEntries.deletedPosts));
    });
  await withEviction(record, evictableImageCaches);
  await markRead(ids.map((id) => ({ id, at: 0 })));
}

/** Returns a test of whether a call later than number `order` has shown a post to be deleted. */
export async function readDeletedSince(order: number): Promise<(id: string | undefined) => boolean> {
  const removed = await readRecord<DeletedPosts>(recordKeys.deletedPosts);
  return (id) => id !== undefined && (removed?.[id] ?? 0) > order;
}

/** Whether a call later than number `order` has shown any post to be deleted. */
export async function hasDeletedSince(order: number): Promise<boolean> {
  const removed = await readRecord<DeletedPosts>(recordKeys.deletedPosts);
  return Object.values(removed ?? {}).some((later) => later > order);
}

/**
 * Removes deleted posts from the cached lists of calls before number `before`.
 *
 * @returns the URLs of the changed lists.
 */
export async function removeFromLists(ids: string[], before: number, caches: ('lists' | 'own')[]): Promise<string[]> {
  const gone = new Set(ids);
  const changed: string[] = [];
  for (const name of caches) {
    for (const head of await readCachedHeads(name)) {
      if (confirmedUpTo(head) >= before) continue;
      const copy = await head.read();
      const entries = parseList(copy.body) ?? [];
      const left = entries.filter((entry) => !gone.has(postIdOf(entry) ?? ''));
      if (left.length === entries.length) continue;
      await replaceList(name, { ...copy, body: JSON.stringify(left) });
      changed.push(copy.url);
    }
  }
  return changed;
}

/** If storage is too full even for the new state of a list, the old one goes first: it must not be shown again. */
export async function replaceList(name: 'lists' | 'own', copy: CachedResponse): Promise<void> {
  try {
    await putCached(name, copy);
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    await deleteCached(name, copy.url);
    await putCachedAndEvict(name, copy).catch((again: unknown) => {
      console.error(
        `Storage is full: could not cache ${copy.url} after a delete or an edit; the list is no longer cached.`,
        again,
      );
    });
  }
}
