import type { RecordStore } from '../../device/storage/record-database.ts';
import { type DeletedPosts, keys, readDeleted, readReading, type StoredPost } from './reading-database.ts';
import { firstPageOf, type StoredList } from './stored-list.ts';
import { readCalls } from './take-call.ts';

/** The stored answer for a page of a list or for a post. */
export interface StoredAnswer {
  /** JSON in the form of the backend's answer. */
  body: string;
  next?: string | undefined;
  /** Whether it may show an older state: then the network is asked first. */
  isStale: boolean;
  /** Whether it is an empty page of a list, which only leads to the next page. */
  isEmpty?: boolean;
  /** When the answer arrived, in milliseconds since the epoch by this device's clock. For display only. */
  answeredAt?: number | undefined;
}

/** For more posts than this, all stored posts are read at once: many single requests take longer. */
const mostRequests = 500;

/** Returns the page of a list without its deleted posts; `undefined` if it is not on this device. */
export const readStoredList = (url: string): Promise<StoredAnswer | undefined> =>
  readReading(async (store) => {
    const list = await store.get<StoredList>(keys.list(firstPageOf(url) ?? ''));
    const at = list?.pages.findIndex((page) => page.url === url) ?? -1;
    const page = list?.pages[at];
    if (!page) return undefined;
    const { ids, call, answeredAt, isJoined = false } = page;
    const next = list.pages[at + 1]?.url ?? list.next;
    const bodies = (await readPosts(store, ids)).map(({ body }) => body);
    const isStale = isJoined || call < (await readCalls(store)).lastWrite;
    return { body: `[${bodies.join(',')}]`, next, isStale, isEmpty: isJoined && ids.length === 0, answeredAt };
  });

/** Returns those posts that are on this device, in the order of `ids`. */
export async function readPosts(store: RecordStore, ids: string[]): Promise<StoredPost[]> {
  if (ids.length <= mostRequests) {
    const posts = await Promise.all(ids.map((id) => store.get<StoredPost>(keys.post(id))));
    return posts.filter((post) => post !== undefined);
  }
  const all = new Map((await store.getAll<StoredPost>(keys.posts)).map((post) => [post.id, post]));
  return ids.map((id) => all.get(id)).filter((post) => post !== undefined);
}

/** Returns a post, stale if its text is missing; `undefined` if it is not on this device. */
export const readStoredPost = (id: string): Promise<StoredAnswer | undefined> =>
  readReading(async (store) => {
    const stored = await store.get<StoredPost>(keys.post(id));
    return stored && { body: stored.body, isStale: !stored.hasText };
  });

/** Returns the ids of the posts that are known to be deleted, each with the call that showed the deletion. */
export const readDeletedPosts = (): Promise<DeletedPosts> => readReading(readDeleted);
