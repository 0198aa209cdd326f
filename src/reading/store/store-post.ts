import type { SentPost } from './parse-posts.ts';
import { putPages } from './put-pages.ts';
import { putPosts } from './put-posts.ts';
import { changeReading } from './reading-database.ts';
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
    const { hasChanged, areAsSent } = await putPosts(store, { posts: [sent], call, isWhole: true });
    if (!areAsSent) return { kind: 'older' };
    const pages = await readPages(store);
    await putPages(store, pages, pages, [id]);
    return { kind: 'stored', hasChanged, isAsSent: true, deleted: [], alsoChanged: [] };
  });
