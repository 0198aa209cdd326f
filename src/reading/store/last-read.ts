import type { Post } from '../../contract/posts.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { parsePost } from './parse-posts.ts';
import { changeReading, keys, readDeleted, readReading, type StoredPost } from './reading-database.ts';

/** The version of a post that was last read on this device, and how far. Removed with the post, and at logout. */
export interface LastRead {
  /** The version that was read, with its text. Missing if the backend's posts have no versions. */
  version?: Post;
  /** How far the post was read, as a fraction of its height, so that it holds at any text or window size. */
  fraction?: number | undefined;
}

export const findLastRead = (id: string): Promise<LastRead> => readReading((store) => lastReadIn(store, id));

const lastReadIn = async (store: RecordStore, id: string): Promise<LastRead> =>
  (await store.get<LastRead>(keys.lastRead(id))) ?? {};

/**
 * Stores how far the post was read; `undefined`: to its end.
 *
 * @throws DOMException `QuotaExceededError`
 */
export const recordProgress = (id: string, fraction: number | undefined): Promise<void> =>
  changeReading(async (store) => {
    const before = await lastReadIn(store, id);
    store.put(keys.lastRead(id), { ...before, fraction } satisfies LastRead);
  });

/**
 * Stores the version that was read, in place of an earlier one. A rendered page passes no text, so the text comes from
 * the stored post, if that is the same version. Stores nothing of a deleted post.
 *
 * @throws DOMException `QuotaExceededError`
 */
export const recordLastReadVersion = (post: Post): Promise<void> =>
  changeReading(async (store) => {
    const { _id: id } = post;
    if (id in (await readDeleted(store))) return;
    const stored = post.content === '' ? await store.get<StoredPost>(keys.post(id)) : undefined;
    const whole = post.content === '' ? stored && parsePost(stored.body)?.post : post;
    if (whole?.version !== post.version) return;
    const { title, imgUrl, content, version } = whole ?? post;
    const before = await lastReadIn(store, id);
    store.put(keys.lastRead(id), {
      ...before,
      version: { _id: id, title, imgUrl, content, version },
    } satisfies LastRead);
  });
