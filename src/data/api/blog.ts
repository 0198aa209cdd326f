import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { type Post, postListSchema, postSchema } from '../../contract/posts.ts';
import { answeredAtHeader, callNumberHeader } from '../cache/call-number-header.ts';
import { client } from './client.ts';
import { answeredAt } from './connection.ts';
import { isOwnBackend } from './host.ts';
import { followablePage } from './link-header.ts';

/** A page of a list, in the backend's order. `next` is the URL of the following page, if there is one. */
export interface PostPage {
  posts: Post[];
  next: string | undefined;
  /** The own backend has not indexed all posts for its search yet: some may be missing here. */
  isIncomplete?: boolean;
  /** The call number, if the worker set one: a later call has a higher one. */
  order?: number;
}

/** A page of a list, and the URL it was requested from. */
export interface AddressedPage {
  url: string;
  page: PostPage;
}

/**
 * Whether a cached response will do.
 *
 * - `newest`: the cached response at once, while the worker fetches a newer one behind it.
 * - `cached`: the cached response without a request, for instance when the worker has just said that it changed.
 * - `fresh`: the network's answer, or the cached response if none comes within `timeouts.staleWaitMs`.
 * - `network`: only the network's answer.
 *
 * With nothing cached, all of them use the network.
 */
export type Freshness = 'newest' | 'cached' | 'fresh' | 'network';

/** The worker learns it from the cache mode, as the CORS rules of another origin may forbid a custom header. */
const cacheModes = { newest: 'default', cached: 'force-cache', fresh: 'reload', network: 'no-store' } as const;

/**
 * `GET /blog/posts` and `GET /blog/users/{userId}/posts`.
 *
 * @param url the absolute URL of the list, or the `next` of an earlier page.
 */
export async function getPosts(url: string, freshness: Freshness): Promise<PostPage> {
  const answer = client.get(new URL(url), { cache: cacheModes[freshness] });
  const posts = (await answer.json(postListSchema)).map(asRead);
  const { headers } = await answer;
  noteAge(headers);
  const isIncomplete = headers.has(ownHeaders.incomplete);
  return {
    posts,
    next: followablePage(headers.get('Link'), url),
    ...orderOf(headers),
    ...(isIncomplete && { isIncomplete }),
  };
}

/** Whether the backend answers that there is no such list. */
export async function isListMissing(url: string): Promise<boolean> {
  const { status } = await client.get(new URL(url), { cache: cacheModes.network, throwHttpErrors: false });
  return status === 404;
}

/** After this many pages in a row without a new post a list is taken to have ended, as it might go on for ever. */
const barrenPages = 5;

/**
 * Reads up to `count` pages of a list from its beginning. A page in `shown` is used if a later call brought it. Stops
 * where the list leads back to itself.
 *
 * @throws the failure of the first page; a later page's is logged, and the pages before it are returned.
 */
export async function getPages(
  url: string,
  { count, shown, freshness }: { count: number; shown: AddressedPage[]; freshness: Freshness },
): Promise<PostPage[]> {
  const pages: AddressedPage[] = [];
  for (let next: string | undefined = url; next && pages.length < count; next = pages.at(-1)?.page.next) {
    try {
      const page = latest(await getPosts(next, freshness), shown.find((other) => other.url === next)?.page);
      pages.push({ url: next, page });
      if (isEnd(pages)) pages.splice(-1, 1, { url: next, page: { ...page, next: undefined } });
    } catch (error) {
      if (pages.length === 0) throw error;
      console.error('Could not read the rest of the list; showing the pages before it.', error);
      break;
    }
  }
  return pages.map(({ page }) => page);
}

/** Reads the pages after `shown`, until one of them brings a new post. */
export async function getOlder(shown: AddressedPage[]): Promise<PostPage[]> {
  return (await readOn(shown, { read: [...shown], freshness: 'newest' })).slice(shown.length);
}

/**
 * Reads these pages again, and those after them until one brings a new post. For pages that were shown before the
 * worker served them: the list may have moved since, so that the worker has cached it under other URLs. Offline, only
 * pages that cached pages link to can be read.
 */
export const getLonger = (shown: AddressedPage[]): Promise<PostPage[]> =>
  readOn(shown, { read: [], freshness: 'cached' });

async function readOn(
  shown: AddressedPage[],
  { read, freshness }: { read: AddressedPage[]; freshness: Freshness },
): Promise<PostPage[]> {
  const known = new Set(idsOf(shown));
  const pages = [...read];
  const start = read.length > 0 ? read.at(-1)?.page.next : shown[0]?.url;
  for (let next = start; next; next = pages.at(-1)?.page.next) {
    const page = latest(await getPosts(next, freshness), shown.find((other) => other.url === next)?.page);
    pages.push({ url: next, page });
    if (isEnd(pages)) pages.splice(-1, 1, { url: next, page: { ...page, next: undefined } });
    if (pages.length > shown.length && page.posts.some(({ _id }) => !known.has(_id))) break;
  }
  return pages.map(({ page }) => page);
}

/** Whether the list leads back to itself, or `barrenPages` pages have brought no new post. */
function isEnd(pages: AddressedPage[]): boolean {
  const next = pages.at(-1)?.page.next;
  if (pages.some(({ url }) => url === next)) return true;
  const known = new Set(idsOf(pages.slice(0, -barrenPages)));
  return pages.length > barrenPages && idsOf(pages.slice(-barrenPages)).every((id) => known.has(id));
}

const idsOf = (pages: AddressedPage[]): string[] => pages.flatMap(({ page }) => page.posts.map(({ _id }) => _id));

const latest = (page: PostPage, shown: PostPage | undefined): PostPage =>
  shown && (shown.order ?? 0) > (page.order ?? Number.POSITIVE_INFINITY) ? shown : page;

const orderOf = (headers: Headers): { order?: number } => {
  const order = headers.get(callNumberHeader);
  return order === null ? {} : { order: Number(order) };
};

/** `GET /blog/posts/{id}`. */
export async function getPost(id: string, freshness: Freshness): Promise<{ post: Post; order?: number }> {
  const answer = client.get(callPaths.post(id), { cache: cacheModes[freshness] });
  const post = asRead(await answer.json(postSchema));
  const { headers } = await answer;
  noteAge(headers);
  return { post, ...orderOf(headers) };
}

/** The worker says of a cached response when it was answered; any other answer is new. */
function noteAge(headers: Headers): void {
  const at = headers.get(answeredAtHeader);
  answeredAt.set(at === null ? Date.now() : Number(at) || undefined);
}

/** Whether a post can be edited is told by its version: what a foreign backend calls by these names is its own affair. */
const asRead: (post: Post) => Post = isOwnBackend
  ? (post) => post
  : ({ version: _, updatedAt: __, etag: ___, ...post }) => post;
