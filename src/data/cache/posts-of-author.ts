import type { Post } from '../../contract/posts.ts';
import { hasCacheStorage } from '../storage/quota.ts';
import { cacheNames } from '../storage/storage-names.ts';
import { parseList, parsePost } from './cached-posts.ts';
import { removeDeletedPosts } from './confirmed-writes.ts';
import { imagesOf } from './pinned-images.ts';
import { jsonCacheNames, readAllCached } from './response-cache.ts';

const imageCaches = [cacheNames.images, cacheNames.opaqueImages, cacheNames.pinnedImages];

/** Removes the posts of a deleted account from every cache, pinned ones too, and the pictures that no other post shows. */
export async function removePostsOfAuthor(id: string): Promise<void> {
  if (!hasCacheStorage()) return;
  const theirs = new Set<string>();
  const shown = { there: new Set<string>(), elsewhere: new Set<string>() };
  for (const name of jsonCacheNames) {
    for (const { body, images = [] } of await readAllCached(name)) {
      for (const post of postsIn(body)) {
        const isTheirs = post.author?.id === id;
        if (isTheirs) theirs.add(post._id);
        for (const image of [...imagesOf(post), ...images]) shown[isTheirs ? 'there' : 'elsewhere'].add(image);
      }
    }
  }
  await removeDeletedPosts([...theirs]);
  for (const name of imageCaches) {
    const cache = await caches.open(name);
    for (const image of shown.there) if (!shown.elsewhere.has(image)) await cache.delete(image, { ignoreVary: true });
  }
}

/** The posts of a list, or the one post. */
function postsIn(body: string): Post[] {
  const entries = parseList(body) ?? parseList(`[${body}]`) ?? [];
  return entries.map(parsePost).filter((post) => post !== undefined);
}
