import { orLog } from '../../device/or-log.ts';
import type { SentPost } from './parse-posts.ts';
import { keepSingles } from './put-lists.ts';
import { putPosts } from './put-posts.ts';
import { changeReading, keys } from './reading-database.ts';
import type { Stored } from './store-list.ts';

/**
 * Stores the answer of a detail call.
 *
 * @throws DOMException `QuotaExceededError`; then all is as before.
 */
export const storePost = (sent: SentPost, call: number): Promise<Stored> =>
  changeReading(async (store) => {
    const { hasChanged, areAsSent } = await putPosts(store, { posts: [sent], call, isWhole: true });
    if (!areAsSent) return { kind: 'older' };
    await keepSingles(store, [sent.post._id]);
    return { kind: 'stored', hasChanged, isAsSent: true, deleted: [], alsoChanged: [] };
  });

/** Has a post that was opened stay although no list has it any more. Never rejects. */
export const keepOpened = (id: string): Promise<void> =>
  orLog(
    `Could not note that ${id} was opened; it may be evicted early.`,
    changeReading(async (store) => {
      if (await store.get(keys.post(id))) await keepSingles(store, [id]);
    }),
  );
