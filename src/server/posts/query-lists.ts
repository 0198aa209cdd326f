import { validate as isUuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import { HttpError } from '../process/http-error.ts';
import { contentSize } from '../store/content-size.ts';
import type { Store } from '../store/schema.ts';
import { nameWithoutEmail } from './name-without-email.ts';

/** The ids of a page, newest first. `more` says whether there are older posts, without counting them. */
export type PageOfIds = {
  ids: string[];
  more: boolean;
  /** Identifies the page in its present state: a document made of it can be cached under this key. */
  edition: string;
};

export async function pageOfPosts(store: Store, after?: string): Promise<PageOfIds> {
  return page(listed(store), after);
}

/** A list of the posts of one topic or author, by the topic's name or the author's id. */
export type Listed = { by: 'topic' | 'author'; what: string };

/**
 * Finds the post id that leads to the same page as any cursor. Documents are cached under it: anybody can make up
 * cursors, and each would otherwise be cached as a page of its own.
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

/**
 * Returns a page of an author's posts.
 * @throws {HttpError} user_not_found
 */
export async function pageOfAuthor(store: Store, userId: string, after?: string): Promise<PageOfIds> {
  if ((await nameOfAuthor(store, userId)) === undefined) throw new HttpError('user_not_found');
  return page(listed(store).where('posts.author_id', '=', userId), after);
}

/** @param topic as it stands in the address of its page (text/markdown/topics.ts) */
export async function pageOfTopic(store: Store, topic: string, after?: string): Promise<PageOfIds> {
  // `cross join` makes SQLite walk the key of `post_topics`.
  const list = idsOfTopic(store, topic)
    .crossJoin('posts')
    .crossJoin('users')
    .whereRef('posts.id', '=', 'post_id')
    .whereRef('users.id', '=', 'posts.author_id')
    .clearSelect()
    .select(['posts.id', store.postEdition().as('edition')]);
  const older = after === undefined ? list : list.where('post_id', '<', after);
  return pageOf(
    await older
      .orderBy('post_id', 'desc')
      .limit(limits.page + 1)
      .execute(),
  );
}

function idsOfTopic({ reads }: Store, topic: string) {
  return reads.selectFrom('post_topics').select('post_id').where('topic', '=', topic);
}

/** @returns the name for pages and feeds, without an email; `undefined` if there is no such account */
export async function nameOfAuthor({ reads }: Store, userId: string): Promise<string | undefined> {
  if (!isUuid(userId)) return undefined;
  const user = reads.selectFrom('users').select('name').where('id', '=', userId);
  const found = await user.executeTakeFirst();
  return found && nameWithoutEmail(found.name);
}

/**
 * All posts that have an author. A post whose author was deleted by hand, with foreign keys off, can't be read and is
 * left out. `cross join` makes SQLite walk `posts` first, whatever it estimates of the tables' sizes.
 */
function listed(store: Store) {
  return store.reads
    .selectFrom('posts')
    .crossJoin('users')
    .whereRef('users.id', '=', 'posts.author_id')
    .select(['posts.id', store.postEdition().as('edition')]);
}

async function page(list: ReturnType<typeof listed>, after: string | undefined): Promise<PageOfIds> {
  const older = after === undefined ? list : list.where('posts.id', '<', after);
  return pageOf(
    await older
      .orderBy('posts.id', 'desc')
      .limit(limits.page + 1)
      .execute(),
  );
}

/** @param rows one more than a page has, if there are more */
function pageOf(rows: { id: string; edition: string }[]): PageOfIds {
  const shown = rows.slice(0, limits.page);
  return {
    ids: shown.map(({ id }) => id),
    more: rows.length > limits.page,
    edition: shown.map(({ id, edition }) => `${id} ${edition}`).join(),
  };
}

export type FoundPost = { id: string; edition: string; size: number };

/** How many posts one query finds: each number is a statement of its own, which the store keeps prepared. */
const mostPerQuery = 50;

/** Finds editions of posts, and their contents' sizes in bytes, without reading the contents. Leaves out missing posts. */
export async function findEditions(store: Store, ids: readonly string[]): Promise<FoundPost[]> {
  if (ids.length === 0) return [];
  const [first, rest] = [ids.slice(0, mostPerQuery), ids.slice(mostPerQuery)];
  const found = await listed(store).select(contentSize).where('posts.id', 'in', first).execute();
  return [...found, ...(await findEditions(store, rest))];
}
