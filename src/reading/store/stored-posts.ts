import type { Post } from '../../contract/posts.ts';
import { nextTask } from '../../device/next-task.ts';
import { readOfflineIds } from './on-this-device.ts';
import { parsePosts } from './parse-posts.ts';
import { readPosts } from './read-stored.ts';
import { readReading } from './reading-database.ts';

/** How many posts are read and parsed at a time, with other work between. */
const atATime = 50;

/** Yields all posts on this device: pinned ones first, then the newest. */
export async function* readStoredPosts(): AsyncGenerator<Post> {
  const { kept, passing } = await readOfflineIds();
  const ids = [...kept, ...passing];
  for (let at = 0; at < ids.length; at += atATime) {
    const stored = await readReading((store) => readPosts(store, ids.slice(at, at + atATime)));
    await nextTask();
    yield* parsePosts(stored);
  }
}
