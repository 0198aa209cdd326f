import type { TermQuery } from '../../text/search/search-queries.ts';
import type { StoreTransaction } from './schema.ts';

/** In milliseconds: how long one search may take, in all its steps. A word in each of a million posts takes 0.3 s. */
export const searchDeadline = 3_000;

/** The posts in which every word is found by one of its terms, newest first. */
export type FindPosts = {
  /** For each word, its alternative terms; one of them must match. */
  words: TermQuery[][];
  /** The terms of all words of a better rank: posts in which all are found by those are left out. */
  except?: TermQuery[][] | undefined;
  /** The id of the post before the first one wanted. */
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
   * Creates the index, empty, in a migration; and a trigger: whatever changes a post's text takes the post out of the
   * index. Whoever knows of the index puts it in again in the same transaction.
   */
  create(work: StoreTransaction): Promise<void>;
  /** Adds a post, or replaces what is indexed of it. It is deleted with its post. */
  put(work: StoreTransaction, postId: string, terms: Iterable<string>): Promise<void>;
  /**
   * Looks posts up where it holds up no other query, and ends the work when its time is over. Ids of posts that were
   * deleted by hand may be among them.
   * @throws {HttpError} busy, when its time is over
   */
  find(wanted: FindPosts): Promise<string[]>;
};
