import { limits } from '../../contract/limits.ts';
import { type QueryWord, queryWords, type TermQuery } from '../../text/search/search-queries.ts';
import { findCacheKeys, type PageOfIds, pageOf } from '../posts/query-lists.ts';
import type { Store } from '../store/schema.ts';
import { type FindPosts, searchDeadline } from '../store/search-index.ts';

/** The ranks better than `inner`, best first. */
const betterRanks: Rank[] = ['title', 'start'];
/**
 * How well a post matches a query. `title`: every word of the query begins a word of the title. `start`: every word of
 * the query begins a word of the post. `inner`: at least one word is found only inside of a word. Within a rank, posts
 * are ordered by time, so a page is found without reading all matches, and new posts do not shift pages.
 */
type Rank = 'title' | 'start' | 'inner';

/** The last post of a page of results, and the rank of that post. The next page begins after it. */
export type SearchCursor = { rank: Rank; id: string };

const cursorPattern = /^(title|start|inner)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function parseCursor(text: string): SearchCursor | undefined {
  const [, rank, id] = cursorPattern.exec(text) ?? [];
  return rank && id ? { rank: rank as Rank, id } : undefined;
}

export type PageOfResults = PageOfIds & {
  /** For the id of each post of the page: the cursor that continues after that post. */
  cursors: ReadonlyMap<string, string>;
};

type Found = { id: string; rank: Rank };

/** Returns ids of posts from the search index, or rejects at the deadline of the search. */
type LookUp = (wanted: Omit<FindPosts, 'until'>) => Promise<string[]>;

/**
 * Returns the posts that contain all words of the query, best first. Looks for matches inside of words only if the
 * other matches do not fill a page: `cat` may find `concatenate`, but `the` fills a page before it would find `other`.
 * @throws {HttpError} busy, if the search takes too long
 */
export async function search(store: Store, query: string, after?: SearchCursor): Promise<PageOfResults> {
  const words = queryWords(query);
  const until = performance.now() + searchDeadline;
  const lookUp: LookUp = (wanted) => store.search.find({ ...wanted, until });
  const page: (Found & { cacheKey: string })[] = [];
  let [from, more] = [after, words.length > 0];
  while (more && page.length <= limits.page) {
    const found = await find(lookUp, words, from);
    const shown = found.slice(0, limits.page);
    const ids = shown.map(({ id }) => id);
    const cacheKeys = new Map((await findCacheKeys(store, ids)).map(({ id, cacheKey }) => [id, cacheKey]));
    for (const one of shown) {
      const cacheKey = cacheKeys.get(one.id);
      // Leaves out a deleted post that the index still has, and looks for another.
      if (cacheKey !== undefined) page.push({ ...one, cacheKey });
    }
    more = found.length > limits.page;
    from = shown.at(-1);
    if (more && page.length === limits.page) break;
  }
  const shown = pageOf(page);
  const cursors = new Map(page.map(({ id, rank }) => [id, `${rank}-${id}`]));
  return { ...shown, more: more || shown.more, cursors };
}

async function find(lookUp: LookUp, words: QueryWord[], after: SearchCursor | undefined): Promise<Found[]> {
  const wanted = limits.page + 1;
  const found: Found[] = [];
  const better = after?.rank === 'inner' ? [] : betterRanks.slice(after ? betterRanks.indexOf(after.rank) : 0);
  for (const rank of better) {
    if (found.length >= wanted) return found;
    const query = { ...queryOf(words, rank), after: rank === after?.rank ? after.id : undefined };
    // On the first page, `found` has all posts of better ranks, and `known` filters them out: twice as fast.
    if (!after) query.except = undefined;
    const known = new Set(found.map(({ id }) => id));
    const ids = await lookUp({ ...query, limit: wanted });
    found.push(...ids.filter((id) => !known.has(id)).map((id) => ({ id, rank })));
  }
  found.splice(wanted);
  if (found.length >= limits.page || !words.some(({ inner }) => inner)) return found;
  const shown = new Set(after ? await firstOfBetter(lookUp, words) : found.map(({ id }) => id));
  if (shown.size >= limits.page && after?.rank !== 'inner') return found;
  const from = after?.rank === 'inner' ? after.id : undefined;
  const limit = wanted - found.length + shown.size;
  const ids = await lookUp({ ...queryOf(words, 'inner'), after: from, limit });
  found.push(...ids.filter((id) => !shown.has(id)).map((id) => ({ id, rank: 'inner' as const })));
  return found.slice(0, wanted);
}

/** Returns the ids of the newest posts of the ranks `title` and `start`, up to the size of a page. */
function firstOfBetter(lookUp: LookUp, words: QueryWord[]): Promise<string[]> {
  return lookUp({ words: words.map(({ start }) => [start]), limit: limits.page });
}

/** Makes the index query for a rank. The words of a title count as words of its post, too. */
function queryOf(words: QueryWord[], rank: Rank): { words: TermQuery[][]; except?: TermQuery[][] | undefined } {
  const [titles, starts] = [words.map(({ title }) => [title]), words.map(({ start }) => [start])];
  if (rank === 'title') return { words: titles };
  if (rank === 'start') return { words: starts, except: titles };
  return { words: words.map(({ start, inner }) => (inner ? [start, inner] : [start])) };
}
