import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store } from '../store/schema.ts';
import { withEtag } from './post-etag.ts';

/** A post as this server sends it. Of the fields that are optional in the contract, only `updatedAt` may be absent. */
export type StoredPost = {
  _id: string;
  title: string;
  summary: string;
  imgUrl: string;
  content: string;
  createdAt: string;
  author: { id: string; email: string };
  version: number;
  /** Absent for a post that was never edited. */
  updatedAt?: string;
  /** The ETag of the whole post, which names this version for `If-Match` (post-etag.ts). */
  etag: string;
};

export type ReadPost = {
  post: StoredPost;
  /** The author's name for feeds and structured data; never an email. */
  authorName: string;
  /** Changes whenever the post or its author changes (store/schema.ts). */
  cacheKey: string;
};

/** A post in lists that the specification does not define: its author has a name instead of an email. */
export type NamedPost = Omit<StoredPost, 'author'> & { author: { id: string; name: string } };

/** A part that looks like an email address; the group is the part before its `@`. */
// regexp input: at most 100 characters of a name
const emailLike = /("[^"@]*"|[^\s@<>(),;]+)@[^\s<>(),;]+/g;

/**
 * Returns an author's name for feeds and structured data, which programs collect. Each part that looks like an email
 * address is cut before its `@`.
 */
export function nameWithoutEmail(name: string): string {
  return name.replaceAll(emailLike, '$1').trim() || 'Author';
}

export function withoutEmail({ post, authorName }: ReadPost): NamedPost {
  return { ...post, author: { id: post.author.id, name: authorName } };
}

/** Returns the posts with these ids, in this order. Leaves out posts that no longer exist. */
export async function readPosts(store: Store, ids: string[]): Promise<ReadPost[]> {
  if (ids.length === 0) return [];
  const rows = await wholePosts(store, store.reads).where('posts.id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => found.get(id))
    .filter((row) => row !== undefined)
    .map(asRead);
}

/**
 * Yields posts one after the other, because twenty of the longest take 60 MB. Lets the server answer other requests in
 * between, because SQLite blocks the thread while it reads. Leaves out posts that no longer exist.
 */
export async function* readOneByOne(store: Store, ids: string[]): AsyncGenerator<ReadPost> {
  for (const id of ids) {
    await setImmediate();
    yield* await readPosts(store, [id]);
  }
}

/** @throws {HttpError} post_not_found */
export async function readPost(store: Store, id: string): Promise<ReadPost> {
  const [read] = await readPosts(store, [id]);
  if (!read) throw new HttpError('post_not_found');
  return read;
}

/** Returns the post as it is now in this database or transaction; `undefined` if the post or its author is missing. */
export async function currentPost(store: Store, db: Database, id: string): Promise<StoredPost | undefined> {
  const row = await wholePosts(store, db).where('posts.id', '=', id).executeTakeFirst();
  return row && asRead(row).post;
}

function wholePosts(store: Store, db: Database) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'summary', 'img_url', 'content', 'posts.created_at', 'author_id'])
    .select(['users.email', 'users.name'])
    .select(['posts.version', 'posts.updated_at', store.postCacheKey().as('cacheKey')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof wholePosts>['execute']>>[number];

function asRead({ id, img_url, created_at, updated_at, version, author_id, email, name, ...others }: Row): ReadPost {
  const { title, summary, content, cacheKey } = others;
  const author = { id: author_id, email };
  const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author };
  const edited = { ...post, version, ...(updated_at !== null && { updatedAt: updated_at }) };
  return { post: withEtag(edited), authorName: nameWithoutEmail(name), cacheKey };
}
