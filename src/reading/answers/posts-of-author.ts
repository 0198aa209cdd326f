import { hasCacheStorage } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { parsePost } from '../store/parse-posts.ts';
import { imagesOf } from '../store/pinned-images.ts';
import { keys, type Pin, readReading, type StoredPost } from '../store/reading-database.ts';
import { removeDeletedPosts } from './confirmed-writes.ts';

const imageCaches = [cacheNames.images, cacheNames.opaqueImages, cacheNames.pinnedImages];

/** Removes the posts of a deleted account from this device, pinned ones too, and the pictures that no other post shows. */
export async function removePostsOfAuthor(authorId: string): Promise<void> {
  const { posts, pins } = await readReading(async (store) => ({
    posts: await store.getAll<StoredPost>(keys.posts),
    pins: new Map((await store.getAll<Pin>(keys.pins)).map(({ id, images }) => [id, images])),
  }));
  const theirs: string[] = [];
  const shown = { there: new Set<string>(), elsewhere: new Set<string>() };
  for (const { id, body } of posts) {
    const post = parsePost(body)?.post;
    const isTheirs = post?.author?.id === authorId;
    if (isTheirs) theirs.push(id);
    const images = [...(post ? imagesOf(post) : []), ...(pins.get(id) ?? [])];
    for (const image of images) shown[isTheirs ? 'there' : 'elsewhere'].add(image);
  }
  await removeDeletedPosts(theirs);
  if (!hasCacheStorage()) return;
  for (const name of imageCaches) {
    const cache = await caches.open(name);
    for (const image of shown.there) if (!shown.elsewhere.has(image)) await cache.delete(image, { ignoreVary: true });
  }
}
