import type { TermQuery } from '../../text/search/search-queries.ts';
import type { StoreTransaction } from './schema.ts';

/** In milliseconds: how long one search may take, in all its steps. A word in each of a million posts takes 0.3 s. */
export const searchDeadline = 3_000;

/** A query for the posts in which every word is found by one of its terms, newest first. */
export type FindPosts = {
  /** For each word, its alternative terms; one of them must match. */
  words: TermQuery[][];
  /** The terms of a better rank: posts in which these find every word are left out. */
  except?: TermQuery[][] | undefined;
  /** Finds only posts that come after the post with this id. */
  after?: string | undefined;
  limit: number;
  /** When to give up, by the clock of `performance.now()`. */
  until: number;
};

/**
 * The full text of all posts, as sets of terms (text/search/search-terms.ts). Each database has its own kind of index; none
 * reads the posts themselves to answer.
 */
export type SearchIndex = {
  /**
   * Creates the empty index in a migration, and a trigger that removes a post from the index when its text changes. A
   * server that edits a text adds its post again in the same transaction.
   */
  create(work: StoreTransaction): Promise<void>;
  /** Adds a post, or replaces its terms. Deleting the post removes them. */
  put(work: StoreTransaction, postId: string, terms: Iterable<string>): Promise<void>;
  /**
   * Looks posts up without holding up other queries, and ends the work when its time is over. The result may have ids
   * of posts that were deleted by hand.
   * @throws {HttpError} busy, when the time is over
   */
  find(wanted: FindPosts): Promise<string[]>;
};
