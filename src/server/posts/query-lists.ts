import { validate as isUuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import { canonicalTopic, isTopic } from '../../text/markdown/topics.ts';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import { HttpError } from '../process/http-error.ts';
import { contentSize } from '../store/content-size.ts';
import type { Store } from '../store/schema.ts';
import { nameWithoutEmail } from './query-posts.ts';

/** The ids of a page, newest first. `more` says whether there are older posts, without counting them. */
export type PageOfIds = {
  ids: string[];
  more: boolean;
  /** Identifies the page in its present state. A document made from the page can be cached under this key. */
  cacheKey: string;
};

export async function pageOfPosts(store: Store, after?: string): Promise<PageOfIds> {
  return page(listed(store), after);
}

/** The list of one topic's or author's posts; `what` is the topic's name or the author's id. */
export type Listed = { by: 'topic' | 'author'; what: string };

/**
 * Finds the id of an existing post that leads to the same page as the cursor. Documents are cached under this id:
 * otherwise each made-up cursor would cache a page of its own.
 * @param of unset: the list of all posts
 * @returns `undefined` if the cursor leads to the first page
 */
export async function cursorOfPost(store: Store, after: string, of?: Listed): Promise<string | undefined> {
  if (of?.by === 'topic') {
    const ids = idsOfTopic(store, of.what).where('post_id', '>=', after).orderBy('post_id').limit(1);
    return (await ids.executeTakeFirst())?.post_id;
  }
  const all = of ? listed(store).where('posts.author_id', '=', of.what) : listed(store);
  return (await all.where('posts.id', '>=', after).orderBy('posts.id').limit(1).executeTakeFirst())?.id;
}

/** Returns a page of an author's posts. @throws {HttpError} user_not_found */
export async function pageOfAuthor(store: Store, userId: string, after?: string): Promise<PageOfIds> {
  if ((await nameOfAuthor(store, userId)) === undefined) throw new HttpError('user_not_found');
  return page(listed(store).where('posts.author_id', '=', userId), after);
}

/** Returns a page of a topic's posts. `topic` is in its canonical form (text/markdown/topics.ts). */
export async function pageOfTopic(store: Store, topic: string, after?: string): Promise<PageOfIds> {
  // `cross join` makes SQLite read `post_topics` first, in the order of its key.
  const list = idsOfTopic(store, topic)
    .crossJoin('posts')
    .crossJoin('users')
    .whereRef('posts.id', '=', 'post_id')
    .whereRef('users.id', '=', 'posts.author_id')
    .clearSelect()
    .select(['posts.id', store.postCacheKey().as('cacheKey')]);
  const older = after === undefined ? list : list.where('post_id', '<', after);
  const rows = older.orderBy('post_id', 'desc').limit(limits.page + 1);
  return pageOf(await rows.execute());
}

/**
 * Returns a function that finds a page of a topic's or an author's posts. Concurrent requests for the same page share
 * one query.
 * @returns a function that throws {HttpError} user_not_found, and invalid_field for an impossible topic. Its `after` is
 * the id of the last post seen
 */
export function listedFinder(store: Store) {
  const find = coalescePerTurn((key) => {
    const [by, what = '', after = ''] = key.split(' ');
    return (by === 'topic' ? pageOfTopic : pageOfAuthor)(store, what, after || undefined);
  });
  return async ({ by, what }: Listed, after: string | undefined): Promise<PageOfIds> => {
    if (by === 'topic' && !isTopic(canonicalTopic(what))) throw new HttpError('invalid_field', { field: 'topic' });
    return find(`${by} ${by === 'topic' ? canonicalTopic(what) : encodeURIComponent(what)} ${after ?? ''}`);
  };
}

function idsOfTopic({ reads }: Store, topic: string) {
  return reads.selectFrom('post_topics').select('post_id').where('topic', '=', topic);
}

/** Returns an author's name for pages and feeds, without an email; `undefined` if there is no such account. */
export async function nameOfAuthor({ reads }: Store, userId: string): Promise<string | undefined> {
  if (!isUuid(userId)) return undefined;
  const user = reads.selectFrom('users').select('name').where('id', '=', userId);
  const found = await user.executeTakeFirst();
  return found && nameWithoutEmail(found.name);
}

/**
 * Selects all posts that have an author: an author deleted by hand, with foreign keys off, leaves posts behind. `cross
 * join` makes SQLite read `posts` first, whatever sizes it estimates for the tables.
 */
function listed(store: Store) {
  return store.reads
    .selectFrom('posts')
    .crossJoin('users')
    .whereRef('users.id', '=', 'posts.author_id')
    .select(['posts.id', store.postCacheKey().as('cacheKey')]);
}

async function page(list: ReturnType<typeof listed>, after: string | undefined): Promise<PageOfIds> {
  const older = after === undefined ? list : list.where('posts.id', '<', after);
  const rows = older.orderBy('posts.id', 'desc').limit(limits.page + 1);
  return pageOf(await rows.execute());
}

/** Returns a page with the first of these rows. Pass one row more than a page holds if there are more posts. */
export function pageOf(rows: { id: string; cacheKey: string }[]): PageOfIds {
  const shown = rows.slice(0, limits.page);
  return {
    ids: shown.map(({ id }) => id),
    more: rows.length > limits.page,
    cacheKey: shown.map(({ id, cacheKey }) => `${id} ${cacheKey}`).join(),
  };
}

export type FoundPost = { id: string; cacheKey: string; size: number };

/** The most posts that one query finds: the store keeps a prepared statement for each number of ids. */
const mostPerQuery = 50;

/**
 * Returns cache keys of posts and their contents' sizes in bytes, without reading the contents. Leaves out missing
 * posts.
 */
export async function findCacheKeys(store: Store, ids: readonly string[]): Promise<FoundPost[]> {
  if (ids.length === 0) return [];
  const [first, rest] = [ids.slice(0, mostPerQuery), ids.slice(mostPerQuery)];
  const found = await listed(store).select(contentSize).where('posts.id', 'in', first).execute();
  return [...found, ...(await findCacheKeys(store, rest))];
}
