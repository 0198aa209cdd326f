import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../api/host.ts';
import { hasCacheStorage } from '../storage/quota.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { outdateEarlierRequests } from './cache-generation.ts';
import { takeCallNumber } from './call-number.ts';
import { recordDeletedPosts, removeFromLists } from './deleted-posts.ts';
import { recordEdit, replaceCachedPost } from './edited-posts.ts';
import { clearRenderedPages } from './rendered-pages.ts';
import { deleteCached, putCached, readCachedHeads } from './response-cache.ts';
import { withCacheLock } from './with-cache-lock.ts';

const listCaches: ('lists' | 'own')[] = ['lists', 'own'];

/**
 * Removes posts from every cache after their confirmed delete, and keeps answers requested before from bringing them
 * back. Never rejects, as the write itself has succeeded.
 */
export const removeDeletedPosts = (ids: string[]): Promise<void> =>
  change(
    async () => recordDeletedPosts(ids, await takeCallNumber()),
    async () => {
      for (const id of ids)
        for (const name of ['posts', 'pinned', 'read'] as const) await deleteCached(name, callUrl(callPaths.post(id)));
    },
    async () => void (await removeFromLists(ids, Number.POSITIVE_INFINITY, listCaches)),
  );

export const removeDeletedPost = (id: string): Promise<void> => removeDeletedPosts([id]);

/** Stores the answer of a confirmed edit in the place of the post's earlier versions. Never rejects. */
export const storeEditedPost = (post: Post & { version: number }): Promise<void> =>
  change(
    outdateEarlierRequests,
    () => recordEdit(post._id, post.version),
    async () => replaceCachedPost(post, callUrl(callPaths.post(post._id)), await takeCallNumber()),
  );

/** Marks cached lists as stale after a confirmed post, so that the network is asked first for them. Never rejects. */
export const markListsStale = (): Promise<void> =>
  change(outdateEarlierRequests, async () => {
    for (const name of listCaches) {
      for (const head of await readCachedHeads(name)) {
        if (!head.isStale) await putCached(name, { ...(await head.read()), isStale: true });
      }
    }
  });

/**
 * Takes every step, even if an earlier one fails: on a full device those that only shorten may still succeed. The
 * caller holds the sender's lock, so it does not wait for the cache lock longer than `timeouts.cacheWriteTimeoutMs`.
 */
async function change(...steps: (() => Promise<void>)[]): Promise<void> {
  if (!hasCacheStorage()) return;
  const takeSteps = async () => {
    for (const step of [clearRenderedPages, ...steps]) await step().catch(report);
  };
  await withTimeout(timeouts.cacheWriteTimeoutMs, withCacheLock(takeSteps)).catch(report);
}

const report = (error: unknown) =>
  console.error('Could not update the caches after a confirmed write; some lists may show the state before it.', error);
