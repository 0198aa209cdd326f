import { parseImageName } from '../../contract/images.ts';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../../device/calls/host.ts';
import { hasCacheStorage } from '../../device/storage/quota.ts';
import { timeouts } from '../../device/timeouts.ts';
import { findCachedImage } from '../../reading/store/image-cache.ts';
import { readDeletedPosts } from '../../reading/store/read-stored.ts';
import { type PostRecord, textsOf } from '../record/post-record.ts';
import { readAllRecords } from '../record/record-store.ts';
import { digestOf } from './digest-of.ts';
import { getImage } from './image-calls.ts';
import { readStoredImages, storeImage } from './stored-images.ts';

/** The most images to fetch in a run, as a text may name thousands. The app fetches the rest at later starts. */
const maxAtOnce = 100;

const fetchInTime = (name: string) => getImage(name, AbortSignal.timeout(timeouts.pinImageMs));

/**
 * Stores on the device the uploaded images that unpublished texts name. The draft of a deleted post needs this: the
 * backend removes the images a week after the post, and publishing uploads them again. Never rejects.
 */
export async function storeDraftImages(fetchImage = fetchInTime): Promise<void> {
  const now = Date.now();
  try {
    const stored = new Set((await readStoredImages()).map(({ name }) => name));
    const missing = (await readNamed()).filter((name) => !stored.has(name));
    for (const name of missing.slice(0, maxAtOnce)) {
      const bytes = (await readCachedImage(name)) ?? (await fetchImage(name));
      if (bytes === undefined) return;
      if (bytes === 'gone') console.info(`The backend has no image ${name} any more, which a draft names.`);
      else if (await isWhole(name, bytes)) await storeImage(name, bytes, now);
      else console.error(`The bytes received for the image ${name} do not match its digest; not storing them.`);
    }
  } catch (error) {
    console.error('Could not store the images of every draft; the next start of the app tries again.', error);
  }
}

/** Returns the images that unpublished texts name. Skips edits of existing posts, whose images the backend has. */
async function readNamed(): Promise<string[]> {
  const deleted = await readDeletedPosts();
  const isUnpublished = ({ base, postId = '' }: PostRecord) => !base || postId in deleted;
  const texts = (await readAllRecords()).filter(isUnpublished).flatMap(textsOf);
  return [...new Set(texts.flatMap(imagesNamedIn))];
}

/** Returns an image from the cache; `undefined` if the cached bytes are missing, or differ from the uploaded bytes. */
export async function readCachedImage(name: string): Promise<ArrayBuffer | undefined> {
  if (!hasCacheStorage()) return undefined;
  const cached = await findCachedImage(callUrl(callPaths.image(name)));
  const bytes = await cached?.arrayBuffer();
  return bytes && (await isWhole(name, bytes)) ? bytes : undefined;
}

/** Returns whether the bytes have the digest that is in the image's name. */
export const isWhole = async (name: string, bytes: ArrayBuffer): Promise<boolean> =>
  (await digestOf(bytes)) === parseImageName(name)?.digest;
