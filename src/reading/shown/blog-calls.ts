import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { type Post, postListSchema, postSchema } from '../../contract/posts.ts';
import { answeredAtHeader, type NotKept, notKeptHeader } from '../../device/calls/answered-at.ts';
import { answeredAt } from '../../device/calls/connection.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { followablePage } from '../../device/calls/link-header.ts';
import { readingClient } from './reading-client.ts';

/** The source of an answer, and whether the answer is stored. */
interface Answered {
  /** Whether the answer comes from the device; otherwise, the backend has just given it. */
  isFromDevice?: boolean;
  /** Why the device could not store this answer. Absent if the answer is stored. */
  notKept?: NotKept;
}

/** A page of a list, in the backend's order. `next` is the URL of the following page, if there is one. */
export interface PostPage extends Answered {
  posts: Post[];
  next: string | undefined;
  /** Whether Storyline's own backend has yet to index some posts for its search, so that they may be missing here. */
  isIncomplete?: boolean;
}

/** A page of a list, and the URL it was requested from. */
export interface AddressedPage {
  url: string;
  page: PostPage;
}

/**
 * How new a response must be.
 *
 * - `newest`: the cached response at once, while the worker fetches a newer response.
 * - `cached`: the cached response without a request, for instance after the worker has stored a newer response.
 * - `fresh`: the network's answer, or the cached response if none comes within `timeouts.staleWaitMs`.
 * - `network`: only the network's answer.
 *
 * With nothing cached, all of them use the network.
 */
export type Freshness = 'newest' | 'cached' | 'fresh' | 'network';

/** The cache mode tells the worker the freshness: the CORS rules of another origin may forbid a custom header. */
const cacheModes = { newest: 'default', cached: 'force-cache', fresh: 'reload', network: 'no-store' } as const;

/**
 * `GET /blog/posts` and `GET /blog/users/{userId}/posts`.
 *
 * @param url the absolute URL of the list, or the `next` of an earlier page.
 */
export async function getPosts(url: string, freshness: Freshness): Promise<PostPage> {
  const answer = readingClient.get(new URL(url), { cache: cacheModes[freshness] });
  const posts = (await answer.json(postListSchema)).map(asRead);
  const { headers } = await answer;
  return {
    posts,
    next: followablePage(headers.get('Link'), url),
    ...noteAnswered(headers),
    ...(headers.has(ownHeaders.incomplete) && { isIncomplete: true }),
  };
}

/** Returns whether the backend answers that there is no such list. */
export async function isListMissing(url: string): Promise<boolean> {
  const { status } = await readingClient.get(new URL(url), { cache: cacheModes.network, throwHttpErrors: false });
  return status === 404;
}

/** After this many pages in a row without a new post, the app treats a list as ended: a faulty list might never end. */
const barrenPages = 5;

/**
 * Reads up to `count` pages of a list from its beginning. A page in `shown` that the device could not store stays until
 * the backend answers. Stops if `next` links back to an earlier page.
 *
 * @throws if the first page fails. The failure of a later page is logged, and the pages before it are returned.
 */
export async function getPages(
  url: string,
  { count, shown = [], freshness }: { count: number; shown?: AddressedPage[]; freshness: Freshness },
): Promise<PostPage[]> {
  const pages: AddressedPage[] = [];
  for (let next: string | undefined = url; next && pages.length < count; next = pages.at(-1)?.page.next) {
    try {
      const at = next;
      const before = shown.find(({ url }) => url === at)?.page;
      const page = await unlessOlder(before, freshness, (how) => getPosts(at, how));
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

/** Returns a new answer; `shown` if the device could not store `shown` and has only an older answer. */
async function unlessOlder<T extends Answered>(
  shown: T | undefined,
  freshness: Freshness,
  get: (freshness: Freshness) => Promise<T>,
): Promise<T> {
  if (shown?.notKept === undefined) return get(freshness);
  const answer = await get('fresh');
  return answer.isFromDevice ? shown : answer;
}

/** Reads the pages after `shown`, up to the first page with a new post. */
export async function getOlder(shown: AddressedPage[]): Promise<PostPage[]> {
  const known = new Set(idsOf(shown));
  const pages = [...shown];
  for (let next = pages.at(-1)?.page.next; next; next = pages.at(-1)?.page.next) {
    const page = await getPosts(next, 'newest');
    pages.push({ url: next, page });
    if (isEnd(pages)) pages.splice(-1, 1, { url: next, page: { ...page, next: undefined } });
    if (page.posts.some(({ _id }) => !known.has(_id))) break;
  }
  return pages.slice(shown.length).map(({ page }) => page);
}

/** Returns whether the last page links back to an earlier page, or the last `barrenPages` pages have no new post. */
function isEnd(pages: AddressedPage[]): boolean {
  const next = pages.at(-1)?.page.next;
  if (pages.some(({ url }) => url === next)) return true;
  const known = new Set(idsOf(pages.slice(0, -barrenPages)));
  return pages.length > barrenPages && idsOf(pages.slice(-barrenPages)).every((id) => known.has(id));
}

const idsOf = (pages: AddressedPage[]): string[] => pages.flatMap(({ page }) => page.posts.map(({ _id }) => _id));

export interface ReadPost extends Answered {
  post: Post;
}

/**
 * `GET /blog/posts/{id}`.
 *
 * @param shown the post on screen. If the device could not store it, it stays until the backend answers.
 */
export const getPost = (id: string, freshness: Freshness, shown?: ReadPost): Promise<ReadPost> =>
  unlessOlder(shown, freshness, async (how) => {
    const answer = readingClient.get(callPaths.post(id), { cache: cacheModes[how] });
    const post = asRead(await answer.json(postSchema));
    return { post, ...noteAnswered((await answer).headers) };
  });

/** Notes the age of an answer. An answer from the device says when the backend gave it; any other answer is new. */
function noteAnswered(headers: Headers): Answered {
  const at = headers.get(answeredAtHeader);
  answeredAt.set(at === null ? Date.now() : Number(at));
  const why = headers.get(notKeptHeader) as NotKept | null;
  return { isFromDevice: at !== null, ...(why !== null && { notKept: why }) };
}

/** On a foreign backend, removes the fields about versions: the app supports no edits there. */
const asRead: (post: Post) => Post = isOwnBackend
  ? (post) => post
  : ({ version: _, updatedAt: __, etag: ___, ...post }) => post;
