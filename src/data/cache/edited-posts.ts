import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../api/host.ts';
import { maxEntries } from '../storage/max-entries.ts';
import { changeRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { findCachedPost, parseList, parsePost, postIdOf, versionIn } from './cached-posts.ts';
import type { CachedResponse } from './cached-response.ts';
import { replaceList } from './deleted-posts.ts';
import { putCachedAndEvict, readAllCached, readCached } from './response-cache.ts';

/** By post id, the version that a confirmed edit has made, the latest edit last. */
type EditedPosts = Record<string, number>;

/** Not in `storage-names.ts`, which is part of the script that every page loads first. */
export const editedPostsKey = 'edited-posts';

/** Records an edit, so that no answer of an earlier call, or of a server that is behind, brings the old text back. */
export function recordEdit(id: string, version: number): Promise<void> {
  return changeRecord<EditedPosts>(editedPostsKey, (edited = {}) => {
    const { [id]: known = 0, ...others } = edited;
    const all = Object.entries({ ...others, [id]: Math.max(known, version) });
    return Object.fromEntries(all.slice(-maxEntries.deletedPosts));
  });
}

/** Whether the cached post is older than an edit that was made on this device. */
export async function isBeforeEdit({ body }: CachedResponse, id: string): Promise<boolean> {
  const version = parsePost(JSON.parse(body))?.version;
  return version !== undefined && version < ((await readRecord<EditedPosts>(editedPostsKey))?.[id] ?? 0);
}

/** The list with the texts of edits that were made on this device and that it does not have yet. */
export async function withEdits(list: CachedResponse): Promise<CachedResponse> {
  const edited = await readRecord<EditedPosts>(editedPostsKey);
  if (!edited) return list;
  let body = list;
  for (const entry of parseList(list.body) ?? []) {
    const { _id = '', version } = parsePost(entry) ?? {};
    if (version === undefined || version >= (edited[_id] ?? 0)) continue;
    const copy = await readCached('posts', callUrl(callPaths.post(_id)));
    if (copy) body = withPost(body, _id, JSON.parse(copy.body)) ?? body;
  }
  return body;
}

/**
 * Puts an edited post in the place of its earlier versions: cached by itself, pinned, and in every list. An edit that is
 * repeated is answered as it was first, with a version that may be older than one that has been read since.
 */
export async function replaceCachedPost(
  post: { _id: string; version: number },
  url: string,
  callNumber: number,
): Promise<void> {
  const body = JSON.stringify(post);
  const pinned = await readCached('pinned', url);
  const copies = [pinned, await readCached('posts', url), await findCachedPost(post._id, url)];
  const isOlder = copies.some((copy) => copy && versionIn(copy) > post.version);
  if (pinned && !isOlder) await putCachedAndEvict('pinned', { ...pinned, body, callNumber });
  for (const name of ['lists', 'own'] as const) {
    for (const list of await readAllCached(name)) {
      const replaced = withPost(list, post._id, post);
      if (replaced) await replaceList(name, replaced);
    }
  }
  // Under the number of the latest call, it would be shown instead of the newer version, wherever that is cached.
  if (!isOlder) await putCachedAndEvict('posts', { url, body, link: null, callNumber, isStale: false });
}

/** `undefined` if the list does not have the post, or has it in no earlier version. */
function withPost(list: CachedResponse, id: string, post: object): CachedResponse | undefined {
  const version = parsePost(post)?.version ?? 0;
  let isChanged = false;
  const entries = parseList(list.body)?.map((entry) => {
    if (postIdOf(entry) !== id || (parsePost(entry)?.version ?? 0) >= version) return entry;
    isChanged = true;
    return { ...(entry as object), ...post };
  });
  return isChanged ? { ...list, body: JSON.stringify(entries) } : undefined;
}
