import type { Post } from '../../contract/posts.ts';
import { maxEntries } from '../../device/storage/max-entries.ts';
import { tellWorker } from '../news/tell-worker.ts';
import { parsePost } from '../store/parse-posts.ts';
import { imagesOf, unpinUnusedImages } from '../store/pinned-images.ts';
import { keepSingles } from '../store/put-lists.ts';
import { changeReading, keys, type Pin, type StoredPost } from '../store/reading-database.ts';
import { takeCallIn } from '../store/take-call.ts';

/**
 * Keeps a post and its pictures on this device until it is unpinned.
 *
 * @param shown the post as it is shown. A stored copy is kept instead, if there is one, as it may be more complete.
 * @throws DOMException `QuotaExceededError`
 */
export const pinPost = (shown: Post): Promise<void> => keep(shown, () => true);

/**
 * Keeps further pictures of a pinned post: pictures that an edit has added, and pictures that were not fetched when the
 * post was pinned, as their host was away or the worker was killed.
 *
 * @throws DOMException `QuotaExceededError`
 */
export const keepPictures = (shown: Post): Promise<void> => keep(shown, (pin) => pin !== undefined);

async function keep(shown: Post, isWanted: (before: Pin | undefined) => boolean): Promise<void> {
  const { _id: id } = shown;
  const pinned = await changeReading(async (store) => {
    const known = await store.get<StoredPost>(keys.post(id));
    const before = await store.get<Pin>(keys.pin(id));
    if (!isWanted(before)) return [];
    const post = known ?? { id, call: 0, body: JSON.stringify(shown), hasText: shown.content !== '' };
    const named = imagesOf(parsePost(post.body)?.post ?? shown);
    const images = [...new Set([...named, ...(before?.images ?? [])])].slice(0, maxEntries.imagesOfPost);
    if (!known) store.put(keys.post(id), post satisfies StoredPost);
    store.put(keys.pin(id), { id, at: before?.at ?? (await takeCallIn(store)), images } satisfies Pin);
    return images;
  });
  // The worker fetches the pictures, because a slow host may answer after the page is closed.
  if (pinned.length > 0) tellWorker({ type: 'pin', images: pinned });
}

/** Unpins a post. It stays cached like an opened post, so that an accidental tap without a network loses nothing. */
export async function unpinPost({ _id: id }: Pick<Post, '_id'>): Promise<void> {
  await changeReading(async (store) => {
    if (!(await store.get<Pin>(keys.pin(id)))) return;
    store.remove(keys.pin(id));
    await keepSingles(store, [id]);
  });
  await unpinUnusedImages();
}
