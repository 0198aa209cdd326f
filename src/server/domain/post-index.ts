import { parseMarkdown } from '../../markdown/parse-markdown.ts';
import { termsOf } from '../../markdown/search-terms.ts';
import { mayHaveTopics, topicsIn } from '../../markdown/topics.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';

/** Under what a post is found, besides its id. */
export type IndexEntry = { terms: string[]; topics: string[] };

type Texts = { title: string; content: string };

/**
 * Makes the index entry of a post; a long text's on another thread.
 * @param network of the client, whose turns it takes
 * @throws {HttpError} busy, if too many wait
 */
export type PostIndexer = (post: Texts, network: string) => Promise<IndexEntry>;

/** Takes up to seconds for a hostile text of a million characters, unless it is taken as it was written. */
export function indexEntryOf(post: Texts, isPlain = false): IndexEntry {
  const topics = !isPlain && mayHaveTopics(post.content) ? topicsIn(parseMarkdown(post.content)) : [];
  return { terms: [...termsOf(post)], topics };
}

/** Stores what a post is found under, in the transaction that stores its text: it is never found by another one. */
export async function storeIndexEntry(
  { search }: Pick<Store, 'search'>,
  work: StoreTransaction,
  postId: string,
  { terms, topics }: IndexEntry,
  isNew: boolean,
): Promise<void> {
  await search.put(work, postId, terms);
  if (!isNew) {
    await work.deleteFrom('unindexed_posts').where('post_id', '=', postId).execute();
    await work.deleteFrom('post_topics').where('post_id', '=', postId).execute();
  }
  if (topics.length === 0) return;
  await work
    .insertInto('post_topics')
    .values(topics.map((topic) => ({ topic, post_id: postId })))
    .execute();
}
