import type { Store, StoreTransaction } from '../store/schema.ts';

/** A post's search terms, topics and summary. They are made from its text when the text is stored. */
export type IndexEntry = { terms: string[]; topics: string[]; summary: string };

/**
 * Returns the index entry of a post. A built server parses the text in a worker thread (search/post-indexer.ts).
 * @param network the client's; networks take turns
 * @throws {HttpError} busy, if too many posts wait
 */
export type PostIndexer = (post: { title: string; content: string }, network: string) => Promise<IndexEntry>;

/** A `PostIndexer` for one request, whose client's network is set already. */
export type MakeEntry = (post: { title: string; content: string }) => Promise<IndexEntry>;

/**
 * Stores a post's terms and topics. Call it in the transaction that stores the text, so that no search finds the post
 * by an outdated text.
 */
export async function storeIndexEntry(
  { search }: Pick<Store, 'search'>,
  work: StoreTransaction,
  postId: string,
  { terms, topics }: Pick<IndexEntry, 'terms' | 'topics'>,
  isNew: boolean,
): Promise<void> {
  await search.put(work, postId, terms);
  if (!isNew) await work.deleteFrom('post_topics').where('post_id', '=', postId).execute();
  if (topics.length === 0) return;
  const rows = topics.map((topic) => ({ topic, post_id: postId }));
  await work.insertInto('post_topics').values(rows).execute();
}
