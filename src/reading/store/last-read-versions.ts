import type { Post } from '../../contract/posts.ts';
import { parsePost } from './parse-posts.ts';
import { changeReading, keys, readDeleted, readReading, type StoredPost } from './reading-database.ts';

/*
 * The versions of posts as they were read, so that a reader can be told what changed since. Only a backend whose posts
 * have versions has any. Each is evicted with its post.
 */

/** Returns the version that was read, with its text; `undefined` if none was, or it has been evicted. */
export const findLastReadVersion = (id: string): Promise<Post | undefined> =>
  readReading((store) => store.get<Post>(keys.lastRead(id)));

/**
 * Stores the version that was read, in place of an earlier one. A rendered page has no text to store: that of the stored
 * post is taken, and nothing is stored as long as that is of another version. Nor is anything of a deleted post.
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
    store.put(keys.lastRead(id), { _id: id, title, imgUrl, content, version } satisfies Post);
  });
