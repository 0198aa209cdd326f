import { imagesNamedIn } from '../../contract/named-images.ts';
import type { NewPost } from '../../contract/posts.ts';
import { markUploaded, readImageBytes, readStoredImages, type StoredImage } from '../images/stored-images.ts';
import { removeUploadedImages } from '../images/sweep-images.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { announceChange } from './outbox-store.ts';
import type { ImageOutcome, Transport } from './transport.ts';

/** For how long an uploaded image is not uploaded again, in milliseconds. The backend keeps one that no post names for a week. */
const uploadedForMs = 24 * 60 * 60 * 1000;

/**
 * Uploads the images that the entry's text names and that lie on this device, one after the other. What has arrived is
 * noted, so that a broken upload goes on where it broke off. The entry itself is not touched: its author can take it
 * out meanwhile.
 *
 * @returns `undefined` when the backend has them all; else why not.
 */
export async function sendImages(
  { userId, work }: OutboxEntry,
  transport: Transport,
  now: () => number,
): Promise<Exclude<ImageOutcome, { kind: 'taken' }> | undefined> {
  if (!transport.knowsKeys || work.kind === 'delete') return undefined;
  const names = imagesNamedIn(work.post);
  if (names.length === 0) return undefined;
  const stored = await withTimeout(timeouts.deviceTimeoutMs, readStoredImages());
  const isWanting = (name: string) => stored.some((image) => image.name === name && !isUploaded(image, now()));
  for (const name of names.filter(isWanting)) {
    const bytes = await withTimeout(timeouts.deviceTimeoutMs, readImageBytes(name));
    if (!bytes) continue;
    const outcome = await transport.sendImage(name, bytes, userId);
    if (outcome.kind !== 'taken') return outcome;
    await noteUploaded(name, now());
  }
  return undefined;
}

/** Never rejects: the post has to go all the same. An image that is uploaded again is answered at once. */
async function noteUploaded(name: string, now: number): Promise<void> {
  try {
    await markUploaded(name, now);
  } catch (error) {
    console.error('Could not note that an image was uploaded; it may be uploaded again.', error);
  }
  announceChange();
}

/** An upload in the future was before the clock was put back, nobody knows how long. */
function isUploaded({ uploadedAt }: StoredImage, now: number): boolean {
  return uploadedAt !== undefined && uploadedAt <= now && now - uploadedAt < uploadedForMs;
}

/** Removes the images of a post that the backend has taken from where unpublished ones lie. Never rejects. */
export async function releaseSentImages(post: NewPost): Promise<void> {
  if (imagesNamedIn(post).length === 0) return;
  try {
    await withTimeout(timeouts.deviceTimeoutMs, removeUploadedImages(imagesNamedIn(post)));
  } catch (error) {
    console.error('Could not remove uploaded images from this device; a start of the app a day later does.', error);
  }
}
