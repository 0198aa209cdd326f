import type { SentPost } from './parse-posts.ts';
import { putPages } from './put-pages.ts';
import { isOlder, putPosts } from './put-posts.ts';
import { changeReading, type DeletedPosts, keys, type StoredPost } from './reading-database.ts';
import type { Stored } from './store-list.ts';
import { readPages } from './stored-page.ts';

/**
 * Stores the answer of a detail call.
 *
 * @throws DOMException `QuotaExceededError`; then all is as before.
 */
export const storePost = (sent: SentPost, call: number): Promise<Stored> =>
  changeReading(async (store) => {
    const { _id: id } = sent.post;
    const known = await store.get<StoredPost>(keys.post(id));
    const deleted = (await store.get<DeletedPosts>(keys.deleted)) ?? {};
    if (isOlder(sent.post, call, known) || (deleted[id] ?? 0) > call) return { kind: 'older' };
    const { hasChanged } = await putPosts(store, { posts: [sent], call, isWhole: true });
    const pages = await readPages(store);
    await putPages(store, pages, pages, [id]);
    return { kind: 'stored', hasChanged, isAsSent: true, deleted: [], alsoChanged: [] };
  });
