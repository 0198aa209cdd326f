import { clearCache } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { evictableImageCaches } from '../../device/storage/with-eviction.ts';
import { clearUnpinned, removeLastReads } from './evict-reading.ts';
import { putLists } from './put-lists.ts';
import { changeReading, keys } from './reading-database.ts';
import { kindOfList, readLists } from './stored-list.ts';
import { takeCallIn } from './take-call.ts';

/**
 * At logout, removes the author's own lists, the ids of deleted posts, and all last read versions and reading progress.
 * Answers of calls made before the logout are not stored any more. Public posts on other lists stay.
 */
export const clearPrivateReading = (): Promise<void> =>
  changeReading(async (store) => {
    await takeCallIn(store, 'lastLogout');
    store.remove(keys.deleted);
    await removeLastReads(store);
    const lists = await readLists(store);
    await putLists(store, lists, new Map([...lists].filter(([url]) => kindOfList(url) !== 'own')));
  });

/** Removes all that is stored for reading, except pinned posts and their images. */
export async function clearEvictable(): Promise<void> {
  await clearUnpinned();
  await clearCache(cacheNames.pages);
  for (const name of evictableImageCaches) await clearCache(name);
}
