import { longestQuery } from '../../text/search/search-queries.ts';
import type { PostList, PostLists } from '../posts/post-lists.ts';
import { coalesceQueued } from '../process/coalesce-queued.ts';
import { HttpError } from '../process/http-error.ts';
import { WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { type PageOfResults, parseCursor, search } from './find-words.ts';
import type { Indexing } from './index-posts.ts';

export type SearchResults = PostList & {
  /** The cursor of the next page; `undefined` if there is none. */
  next: string | undefined;
  /** Whether the index is not complete yet, so that some posts may be missing here. */
  isIncomplete: boolean;
};

/** Finds a page of posts by words, after a cursor. The networks of the clients take turns. */
export type Search = (query: string, after: string | undefined, network: string) => Promise<SearchResults>;

/** At most one search of a network runs at a time, so that another network's search begins at once. */
const bounds = { atOnce: 2, atOnceOfNetwork: 1, waiting: 100, waitTimeoutMs: 5_000 };

/**
 * Runs searches, two at a time, in a queue of their own. Concurrent requests for the same page share one search.
 * @returns a function that throws {HttpError} invalid_field, invalid_cursor, busy
 */
export function createSearch(store: Store, lists: PostLists, indexing: Indexing): Search {
  const queue = new WorkQueue(bounds);
  const once = coalesceQueued<PageOfResults>();
  return async (query, after, network) => {
    if (query.length > longestQuery)
      throw new HttpError('invalid_field', { field: 'q', detail: `at most ${longestQuery} characters` });
    const cursor = after === undefined ? undefined : parseCursor(after);
    if (after !== undefined && !cursor) throw new HttpError('invalid_cursor', { field: 'after' });
    const isIncomplete = !indexing.isComplete();
    const make = () => search(store, query, cursor);
    const results = await once(`${after ?? ''} ${query}`, { queue, network, make });
    const list = await lists(results, network, 'name');
    const last = list.page.more ? list.page.ids.at(-1) : undefined;
    return { ...list, next: last && results.cursors.get(last), isIncomplete };
  };
}
