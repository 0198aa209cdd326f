import { maxEntries } from '../../device/storage/max-entries.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { parsePost, type SentPost } from './parse-posts.ts';
import { type DeletedPosts, keys, readDeleted, readSingles, type StoredPost } from './reading-database.ts';
import { type Lists, pagesOf } from './stored-list.ts';

interface Answer {
  /** The stored lists, still without this answer. */
  lists: Lists;
  posts: SentPost[];
  call: number;
  /** Whether this answers a detail call; a missing text then means an empty text. */
  isWhole: boolean;
}

/**
 * Stores posts of an answer within a transaction, except posts that a later call has returned or has shown to be
 * deleted.
 *
 * @returns whether any post has changed, whether all are stored as sent, and which posts were known to be deleted.
 */
export async function putPosts(store: RecordStore, { lists, posts, call, isWhole }: Answer) {
  const deleted = await readDeleted(store);
  const listed = lastListed(lists);
  const known = await Promise.all(posts.map(({ post }) => store.get<StoredPost>(keys.post(post._id))));
  const revived = new Set<string>();
  let [hasChanged, areAsSent] = [false, true];
  for (const [index, one] of posts.entries()) {
    const before = known[index];
    const { _id: id } = one.post;
    if (lastCall(before, listed) > call || (deleted[id] ?? 0) > call) {
      areAsSent = false;
      continue;
    }
    const next = storedPost(one, { call, isWhole, before });
    // Skips unchanged posts: a list may have 10,000.
    if (next.body === before?.body && next.hasText === before.hasText) continue;
    hasChanged = true;
    if (id in deleted) revived.add(id);
    store.put(keys.post(id), next);
  }
  if (revived.size > 0)
    store.put(keys.deleted, Object.fromEntries(Object.entries(deleted).filter(([id]) => !revived.has(id))));
  return { hasChanged, areAsSent, deleted };
}

/** Returns the last call that listed each post, by post id. `StoredPost.call` is the first call with the same state. */
function lastListed(lists: Lists): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { ids, call, isJoined } of pagesOf(lists))
    for (const id of isJoined ? [] : ids) last.set(id, Math.max(call, last.get(id) ?? 0));
  return last;
}

/** Returns the number of the last call whose answer had the post in its stored state; 0 if the post is not stored. */
const lastCall = (stored: StoredPost | undefined, listed: ReadonlyMap<string, number>): number =>
  stored ? Math.max(stored.call, listed.get(stored.id) ?? 0) : 0;

/** Returns the post to store. If a backend lists posts without their texts, the text of an earlier answer stays. */
function storedPost(
  { entry, post }: SentPost,
  { call, isWhole, before }: { call: number; isWhole: boolean; before: StoredPost | undefined },
): StoredPost {
  const lacksText = post.content === '' && !isWhole;
  const earlier = lacksText && before?.hasText ? parsePost(before.body) : undefined;
  const whole = earlier ? { ...earlier.entry, ...entry, content: earlier.post.content } : entry;
  return {
    id: post._id,
    call,
    body: JSON.stringify(whole),
    hasText: !lacksText || earlier !== undefined,
  };
}

/**
 * Removes deleted posts within a transaction. Answers of calls before `call` do not store them again.
 *
 * @param call the number of the call that showed the deletion. A post that a later call returned stays.
 * @returns the ids of the posts that were removed.
 */
export async function removePosts(store: RecordStore, lists: Lists, ids: string[], call: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await Promise.all(ids.map((id) => store.get<StoredPost>(keys.post(id))));
  const listed = lastListed(lists);
  const gone = ids.filter((_, index) => lastCall(known[index], listed) <= call);
  if (gone.length === 0) return [];
  const before = await readDeleted(store);
  const all = { ...before, ...Object.fromEntries(gone.map((id) => [id, Math.max(call, before[id] ?? 0)])) };
  const latest = Object.entries(all).sort(([, a], [, b]) => b - a);
  for (const id of gone) for (const key of [keys.post(id), keys.pin(id), keys.lastRead(id)]) store.remove(key);
  const singles = (await readSingles(store)).filter((id) => !gone.includes(id));
  store.put(keys.singles, singles);
  store.put(keys.deleted, Object.fromEntries(latest.slice(0, maxEntries.deletedPosts)) satisfies DeletedPosts);
  return gone;
}

/** Posts that an answer has shown to be deleted, and the URLs of the pages of lists that had them. */
export interface Removed {
  deleted: string[];
  pages: string[];
}

/** Removes deleted posts as `removePosts` does, and returns the pages that had them, too. */
export async function removeListed(store: RecordStore, lists: Lists, ids: string[], call: number): Promise<Removed> {
  const deleted = await removePosts(store, lists, ids, call);
  const pages = pagesOf(lists).filter(({ ids: listed }) => listed.some((id) => deleted.includes(id)));
  return { deleted, pages: pages.map(({ url }) => url) };
}
