import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store/schema.ts';
import { contentSize, type ReadPost, readPosts } from './posts.ts';

export type PostBatch = { ids: string[]; posts: ReadPost[] };

/**
 * Reads posts, in their order, in batches of at most `bytes` of content; a longer post is a batch of
 * its own. Twenty of the longest posts are 60 MB, too much to hold in memory at once. Each batch has its own turn of
 * the event loop: SQLite reads block it, and a feed of huge posts once held up all other requests for 2 s.
 */
export async function* readInBatches(store: Store, ids: string[], bytes: number): AsyncGenerator<PostBatch> {
  const sizes = await contentSizes(store, ids);
  for (let rest = ids; rest.length > 0; ) {
    await setImmediate();
    const part = rest.slice(0, countUpTo(rest, sizes, bytes));
    rest = rest.slice(part.length);
    yield { ids: part, posts: await readPosts(store, part) };
  }
}

/** How many of the ids fit into one batch; at least one. */
export function countUpTo(ids: string[], sizes: Map<string, number>, bytes: number): number {
  let total = 0;
  const end = ids.findIndex((id) => {
    // A post that was deleted meanwhile has no size.
    total += sizes.get(id) ?? 0;
    return total > bytes;
  });
  return end < 0 ? ids.length : Math.max(1, end);
}

/** The size of each post's content in bytes. */
export async function contentSizes({ reads }: Store, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reads.selectFrom('posts').select(['id', contentSize]).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, size }) => [id, size]));
}
