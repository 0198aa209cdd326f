import * as v from 'valibot';
import { type Post, postSchema } from '../../contract/posts.ts';
import type { CachedResponse, LazyCachedResponse } from './cached-response.ts';
import { confirmedUpTo, latestCallOf, newestFirst, readCached, readCachedHeads } from './response-cache.ts';

/** The entries of a list as the backend sent them; `undefined` if the body is not a list. */
export function parseList(body: string): unknown[] | undefined {
  const answer = parse(body);
  return Array.isArray(answer) ? answer : undefined;
}

export const isPostBody = (body: string): boolean => v.is(postSchema, parse(body));

/** The id of a list entry as a string, as URLs have it: some backends send numbers. `undefined` if it is no post. */
export const postIdOf = (entry: unknown): string | undefined => parsePost(entry)?._id;

/** `undefined` if the list entry is not a post. */
export function parsePost(entry: unknown): Post | undefined {
  const post = v.safeParse(postSchema, entry);
  return post.success ? post.output : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The newest state of a post on this device: cached by itself, pinned, or an entry of a cached list. Lists hold whole
 * posts, so every listed post can be opened without being stored twice. An entry without a text, as some backends list
 * them, gets the text of an older cached response.
 */
export async function findCachedPost(id: string, url: string): Promise<CachedResponse | undefined> {
  const [own, pinned] = await Promise.all([readCached('posts', url), readCached('pinned', url)]);
  const found = [own, pinned].filter((copy) => copy !== undefined);
  const lists = [...(await readCachedHeads('lists')), ...(await readCachedHeads('own'))];
  let newest: CachedResponse | undefined;
  for (const head of [...found, ...lists].sort(newestFirst)) {
    const copy = 'read' in head ? await entryOf(head, id, url) : head;
    if (!copy) continue;
    if (copy !== own && !textOf(copy)) {
      newest ??= copy;
      continue;
    }
    const whole = newest ? completed(newest, copy) : copy;
    return (await laterVersion(whole, lists, id)) ?? whole;
  }
  // Stale if no cached response has the text, so that the network is asked first.
  return newest && { ...newest, isStale: textOf(newest) === undefined };
}

/** Never stale: a stale list lacks a new post, but the entries that it has are as true as before. */
async function entryOf(head: LazyCachedResponse, id: string, url: string): Promise<CachedResponse | undefined> {
  const list = await head.read();
  if (isWrittenPlainly(id) && !list.body.includes(id)) return undefined;
  const entry = parseList(list.body)?.find((candidate) => postIdOf(candidate) === id);
  if (entry === undefined) return undefined;
  const { isAhead = false } = list;
  return {
    url,
    body: JSON.stringify(entry),
    link: null,
    callNumber: confirmedUpTo(list),
    isStale: false,
    isAhead,
    page: list.url,
  };
}

/**
 * The post as an assembled page has it that may hold entries of later calls than the copy, if its version says that it is
 * later: such a page counts as no newer than its oldest entry.
 */
async function laterVersion(
  copy: CachedResponse,
  lists: LazyCachedResponse[],
  id: string,
): Promise<CachedResponse | undefined> {
  for (const page of lists.filter((list) => list.source === 'pieces' && latestCallOf(list) > copy.callNumber)) {
    const entry = await entryOf(page, id, copy.url);
    if (entry && textOf(entry) && versionIn(entry) > versionIn(copy)) return entry;
  }
  return undefined;
}

/** 0 if the body is no post, or one that does not say which version it is. */
export const versionIn = ({ body }: Pick<CachedResponse, 'body'>): number => parsePost(parse(body))?.version ?? 0;

const textOf = ({ body }: CachedResponse): string | undefined => (parse(body) as Partial<Post>).content;

/** Adds the text of `earlier` if `copy` has none; `undefined` if neither has one. */
export function withContentFrom(copy: CachedResponse, earlier: CachedResponse | undefined): CachedResponse | undefined {
  if (textOf(copy)) return copy;
  return earlier && textOf(earlier) !== undefined ? completed(copy, earlier) : undefined;
}

const completed = (newest: CachedResponse, { body }: CachedResponse): CachedResponse => {
  const [post, whole] = [parse(newest.body) as Post, parse(body) as Post];
  return { ...newest, body: JSON.stringify({ ...whole, ...post, content: whole.content }) };
};

/** Whether JSON can write the id in one way only, so that a list can be searched for it without being parsed. */
const isWrittenPlainly = (id: string): boolean => /^[\w-]+$/.test(id);
