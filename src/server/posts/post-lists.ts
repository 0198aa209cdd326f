import type { DocumentCache } from '../http/document-cache.ts';
import { type PublicDocument, publicDocument } from '../http/public-document.ts';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import type { WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { type PageOfIds, pageOfPosts } from './query-lists.ts';
import { readOneByOne, withoutEmail } from './query-posts.ts';

/** In bytes of JSON: a list ends before the post that would exceed this, unless that post is the first. */
export const longestList = 1_000_000;

/** A list's response and the ids of its posts. A list of long posts has fewer posts than requested. */
export type PostList = { document: PublicDocument; page: PageOfIds };

/**
 * Whether a list names authors by email, as the specification demands of its lists, or by name, as all other lists do.
 */
export type AuthorsBy = 'email' | 'name';

/** Returns the list for a page of posts. `network` is the network of the client. */
export type PostLists = (page: PageOfIds, network: string, authorsBy?: AuthorsBy) => Promise<PostList>;

/** Reading and serializing long posts blocks the main thread, so only a few list responses are built at once. */
export const documentQueueBounds = { atOnce: 4, waiting: 400, waitTimeoutMs: 10_000 };

export function createPostLists(store: Store, documents: DocumentCache, queue: WorkQueue): PostLists {
  return async (page, network, authorsBy = 'email') => {
    const make = () => makeList(store, page, authorsBy);
    const document = await documents(`list by ${authorsBy} ${page.cacheKey}`, { queue, network, make });
    const { covers = page.ids.length } = document;
    if (covers === page.ids.length) return { document, page };
    return { document, page: { ...page, ids: page.ids.slice(0, covers), more: true } };
  };
}

/**
 * Returns a function that lists the posts after an id, or the newest for `''`. Concurrent requests for the same list
 * share one query. Most requests are for the newest posts, which are not queried again until something is written
 * (`store.version`).
 */
export function listFrom(store: Store, lists: PostLists): (after: string, network: () => string) => Promise<PostList> {
  let newest: { version: string; list: PostList } | undefined;

  const find = coalescePerTurn(async (after) => {
    if (after !== '') return { page: await pageOfPosts(store, after), version: undefined };
    const version = store.version?.();
    if (newest && newest.version === version) return newest;
    return { page: await pageOfPosts(store), version };
  });

  return async (after, network) => {
    const found = await find(after);
    if ('list' in found) return found.list;
    const list = await lists(found.page, network());
    if (found.version !== undefined) newest = { version: found.version, list };
    return list;
  };
}

async function makeList(store: Store, page: PageOfIds, authorsBy: AuthorsBy): Promise<PublicDocument> {
  const { ids } = page;
  const written: string[] = [];
  let [bytes, covers] = [0, 0];
  const documentOf = () => ({ ...publicDocument('application/json', `[${written.join()}]`), covers });
  for await (const read of readOneByOne(store, ids)) {
    const post = authorsBy === 'name' ? withoutEmail(read) : read.post;
    const json = JSON.stringify(post);
    bytes += Buffer.byteLength(json) + 1;
    if (bytes > longestList && written.length > 0) return documentOf();
    written.push(json);
    covers = ids.indexOf(post._id) + 1;
  }
  // Deleted posts count as covered, too.
  covers = ids.length;
  return documentOf();
}

/** @returns the path of the page with the next older posts, or `undefined` if there are none */
export function nextPath(path: string, { ids, more }: PageOfIds): string | undefined {
  return more ? `${path}${path.includes('?') ? '&' : '?'}after=${ids.at(-1)}` : undefined;
}
