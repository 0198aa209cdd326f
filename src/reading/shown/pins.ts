import type { Post } from '../../contract/posts.ts';
import { maxEntries } from '../../device/storage/max-entries.ts';
import { tellWorker } from '../news/ask-worker.ts';
import { parsePost } from '../store/parse-posts.ts';
import { imagesOf, unpinUnusedImages } from '../store/pinned-images.ts';
import { keepSingles } from '../store/put-lists.ts';
import { changeReading, keys, type Pin, type StoredPost } from '../store/reading-database.ts';
import { takeCallIn } from '../store/take-call.ts';

/**
 * Keeps a post and its pictures on this device until it is unpinned.
 *
 * @param shown the post as it is shown; what is stored of it is kept instead, as it may hold more.
 * @throws DOMException `QuotaExceededError`
 */
export async function pinPost(shown: Post): Promise<void> {
  const { _id: id } = shown;
  const pinned = await changeReading(async (store) => {
    const known = await store.get<StoredPost>(keys.post(id));
    const before = await store.get<Pin>(keys.pin(id));
    const post = known ?? { id, call: 0, body: JSON.stringify(shown), hasText: shown.content !== '' };
    const named = imagesOf(parsePost(post.body)?.post ?? shown);
    const images = [...new Set([...named, ...(before?.images ?? [])])].slice(0, maxEntries.imagesOfPost);
    if (!known) store.put(keys.post(id), post satisfies StoredPost);
    store.put(keys.pin(id), { id, at: await takeCallIn(store), images } satisfies Pin);
    return images;
  });
  // A slow host may answer after the page is closed.
  tellWorker({ type: 'pin', images: pinned });
}

/** Unpins a post. It stays like one that was opened, so that a tap by mistake in a tunnel loses nothing. */
export async function unpinPost({ _id: id }: Pick<Post, '_id'>): Promise<void> {
  await changeReading(async (store) => {
    if (!(await store.get<Pin>(keys.pin(id)))) return;
    store.remove(keys.pin(id));
    await keepSingles(store, [id]);
  });
  await unpinUnusedImages();
}
