import type { Post } from '../../contract/posts.ts';
import { clearCache, isQuotaExceeded } from '../../device/storage/quota.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { evictableImageCaches } from '../../device/storage/with-eviction.ts';
import { parsePost, parsePosts } from '../store/parse-posts.ts';
import { keepSingles } from '../store/put-lists.ts';
import { removePosts } from '../store/put-posts.ts';
import { changeReading, keys, readReading, type StoredPost } from '../store/reading-database.ts';
import { readLists } from '../store/stored-list.ts';
import { takeCallIn } from '../store/take-call.ts';
import { forgetDeleted } from './deleted-elsewhere.ts';

/** Removes posts whose delete the backend confirmed. Answers of earlier calls do not restore them. Never rejects. */
export async function removeDeletedPosts(ids: string[]): Promise<void> {
  await change(ids, async (store) => {
    await removePosts(store, await readLists(store), ids, await takeCallIn(store));
  });
  await forgetDeleted(ids);
}

/** Removes a deleted account's posts, even if pinned. Also removes all pictures except those of other pinned posts. */
export async function removePostsOfAuthor(authorId: string): Promise<void> {
  const posts = parsePosts(await readReading((store) => store.getAll<StoredPost>(keys.posts)));
  await removeDeletedPosts(posts.flatMap(({ _id, author }) => (author?.id === authorId ? [_id] : [])));
  for (const name of evictableImageCaches) await clearCache(name);
}

/** Replaces the stored post with the backend's answer to an edit. Never rejects. */
export const storeEditedPost = (post: Post & { version: number }): Promise<void> =>
  change([post._id], async (store) => {
    const call = await takeCallIn(store, 'lastWrite');
    const { _id: id, version } = post;
    const stored = await store.get<StoredPost>(keys.post(id));
    const known = stored && parsePost(stored.body);
    // Keeps a newer stored version: a repeated edit gets its first answer again, which may be older.
    if ((known?.post.version ?? 0) > version) return;
    const body = JSON.stringify({ ...known?.entry, ...post });
    store.put(keys.post(id), { id, call, body, hasText: true } satisfies StoredPost);
    await keepSingles(store, [id]);
  });

/** Marks every stored list as stale, so that the network is asked first. Never rejects. */
export const markListsStale = (): Promise<void> =>
  change([], async (store) => void (await takeCallIn(store, 'lastWrite')));

/**
 * Changes the stored posts and lists after a confirmed write of these posts. If the device has no room for the change,
 * removes the posts: their state before the write must not be shown again.
 */
async function change(ids: string[], work: (store: RecordStore) => Promise<void>): Promise<void> {
  await clearCache(cacheNames.pages).catch(report);
  try {
    await changeReading(work);
  } catch (error) {
    report(error);
    if (!isQuotaExceeded(error)) return;
    await changeReading(async (store) => {
      for (const id of ids) store.remove(keys.post(id));
    }).catch(report);
  }
}

const report = (error: unknown) =>
  console.error('Could not store a confirmed write; lists may show the state before it.', error);
