import { imagesNamedIn } from '../../contract/named-images.ts';
import { callPaths } from '../../contract/paths.ts';
import type { NewPost } from '../../contract/posts.ts';
import { callUrl } from '../../device/calls/host.ts';
import { hasCacheStorage } from '../../device/storage/quota.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { inTransaction } from '../../device/storage/records.ts';
import { cacheImage } from '../../reading/store/image-cache.ts';
import { textsOf } from '../record/post-record.ts';
import { readAllRecordsIn } from '../record/record-store.ts';
import {
  bytesKey,
  factsKey,
  imagePrefixes,
  imageResponse,
  readImageBytes,
  readStoredImages,
  type StoredImage,
} from './stored-images.ts';

/** How long an image stays once no text names it, in milliseconds. Undo or a paste may add its name to a text again. */
const retentionMs = 24 * 60 * 60 * 1000;

/**
 * Removes every image that no text on this device has named for `retentionMs`. An uploaded image is cached first, like
 * every image that was shown, so that its post can be read offline.
 *
 * @param alsoNamedBy texts that are not in the database, such as this tab's backups
 */
export async function sweepImages(alsoNamedBy: NewPost[] = [], now = Date.now()): Promise<void> {
  if ((await readStoredImages()).length === 0) return;
  for (const { image, isNamed } of await inTransaction('readonly', (store) => judge(store, alsoNamedBy)))
    if (!isNamed && isOld(image, now) && image.uploadedAt !== undefined) await cacheStored(image.name);
  // Checks again in this transaction, because a tab may have stored a text that names an image in the meantime.
  await inTransaction('readwrite', async (store) => {
    for (const { image, isNamed } of await judge(store, alsoNamedBy)) {
      const { unnamedSince, ...facts } = image;
      if (isNamed) {
        if (unnamedSince !== undefined) store.put(factsKey(image.name), facts);
      } else if (unnamedSince === undefined || unnamedSince > now) {
        // A timestamp in the future comes from a clock that was ahead. Waiting for it would keep the image too long.
        store.put(factsKey(image.name), { ...facts, unnamedSince: now });
      } else if (isOld(image, now)) {
        store.remove(factsKey(image.name));
        store.remove(bytesKey(image.name));
      }
    }
    await store.commit();
  });
}

const isOld = ({ unnamedSince }: StoredImage, now: number): boolean =>
  unnamedSince !== undefined && now - unnamedSince > retentionMs;

/** Returns each stored image, and whether an unpublished text names it. */
async function judge(store: RecordStore, alsoNamedBy: NewPost[]): Promise<{ image: StoredImage; isNamed: boolean }[]> {
  const [images, records] = await Promise.all([
    store.getAll<StoredImage>(imagePrefixes.facts),
    readAllRecordsIn(store),
  ]);
  const posts = [...records.flatMap(textsOf), ...alsoNamedBy];
  const named = new Set(posts.flatMap(imagesNamedIn));
  return images.map((image) => ({ image, isNamed: named.has(image.name) }));
}

/** Caches an uploaded image. Ignores a failure, as the backend has the image. */
async function cacheStored(name: string): Promise<void> {
  const bytes = await readImageBytes(name);
  if (!bytes || !hasCacheStorage()) return;
  try {
    await cacheImage(callUrl(callPaths.image(name)), imageResponse(name, bytes));
  } catch (error) {
    console.error('Could not cache an image that was uploaded; it is read from the network next time.', error);
  }
}
