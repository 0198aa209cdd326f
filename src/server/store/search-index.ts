import type { TermQuery } from '../../text/search/search-queries.ts';
import type { StoreTransaction } from './schema.ts';

/** The longest time of a search, in milliseconds. Searching for a word that is in a million posts takes 0.3 s. */
export const searchDeadline = 3_000;

/** A query for the posts that match every word by at least one of the word's terms, newest first. */
export type FindPosts = {
  /** For each word, its alternative terms; one of them must match. */
  words: TermQuery[][];
  /** For each word, its terms of a better rank. The search leaves out posts that match every word by these terms. */
  except?: TermQuery[][] | undefined;
  /** Finds only posts that are older than the post with this id. */
  after?: string | undefined;
  limit: number;
  /** The time at which the search is stopped, by the clock of `performance.now()`. */
  until: number;
};

/**
 * The full text of all posts, as sets of terms (text/search/search-terms.ts). Each database has its own kind of index.
 * A search reads only the index, not the posts.
 */
export type SearchIndex = {
  /**
   * Creates the empty index in a migration, and a trigger that removes a post from the index when its text changes. A
   * server that edits a text adds its post again in the same transaction.
   */
  create(work: StoreTransaction): Promise<void>;
  /** Adds a post to the index, or replaces its terms. Deleting the post removes its terms. */
  put(work: StoreTransaction, postId: string, terms: Iterable<string>): Promise<void>;
  /**
   * Finds posts without delaying other queries, and stops at `until`. The result may have ids of posts that were
   * deleted by hand.
   * @throws {HttpError} busy, if the search was stopped
   */
  find(wanted: FindPosts): Promise<string[]>;
};
