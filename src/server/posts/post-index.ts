import type { Store, StoreTransaction } from '../store/schema.ts';

/** The search terms, topics and summary, which are made of a post's text when it is stored. */
export type IndexEntry = { terms: string[]; topics: string[]; summary: string };

/**
 * Makes the index entry of a post. Works in a thread, because it parses the text.
 * @param network of the client, by which the work takes its turn
 * @throws {HttpError} busy, if too many posts wait
 */
export type PostIndexer = (post: { title: string; content: string }, network: string) => Promise<IndexEntry>;

/** Makes index entries for one request, with the network of its client. */
export type MakeEntry = (post: { title: string; content: string }) => Promise<IndexEntry>;

/** Stores a post's terms and topics, in the transaction that stores its text, so that no search ever finds it by another text. */
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
