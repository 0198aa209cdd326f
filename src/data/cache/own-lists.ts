import { hasCacheStorage } from '../storage/quota.ts';
import { writeRecords } from '../storage/records.ts';
import { cacheNames, recordKeys } from '../storage/storage-names.ts';
import { outdateEarlierRequests } from './cache-generation.ts';
import { editedPostsKey } from './edited-posts.ts';
import { withCacheLock } from './with-cache-lock.ts';

/**
 * Removes an author's own lists at logout, and the records of deleted and of edited posts, which may be theirs. Cached public
 * responses stay.
 */
export async function clearOwnLists(): Promise<void> {
  if (!hasCacheStorage()) return;
  await withCacheLock(async () => {
    await caches.delete(cacheNames.own);
    await outdateEarlierRequests();
    await writeRecords({ remove: [recordKeys.deletedPosts, editedPostsKey] });
  });
}
