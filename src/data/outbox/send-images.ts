import { imagesNamedIn } from '../../contract/named-images.ts';
import type { NewPost } from '../../contract/posts.ts';
import { markUploaded, readImageBytes, readStoredImages } from '../images/stored-images.ts';
import { removeUploadedImages } from '../images/sweep-images.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { announceChange } from './outbox-store.ts';
import type { ImageOutcome, Transport } from './transport.ts';

/**
 * How long an upload is relied on before an entry is sent, and then until its answer, in milliseconds: together less than
 * the week after which the own backend removes an image that no post names.
 */
const reliableMs = 3 * 24 * 60 * 60 * 1000;

/** A time to come was noted by a clock that was ahead. */
const isReliable = (since: number, now: number): boolean => Math.abs(now - since) < reliableMs;

/**
 * Uploads the images that the entry's text names and that lie on this device, one after the other. What has arrived is
 * noted, so that a broken upload goes on where it broke off; the backend is asked whether it still has that, as it may have
 * been restored from a backup, or have removed what no post names. What it may be about to remove goes once more. The
 * entry itself is not touched: its author can take it out meanwhile.
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
  for (const { name, uploadedAt } of names.flatMap((name) => stored.find((image) => image.name === name) ?? [])) {
    if (uploadedAt !== undefined && isReliable(uploadedAt, now()) && (await transport.hasImage(name))) continue;
    const bytes = await withTimeout(timeouts.deviceTimeoutMs, readImageBytes(name));
    if (!bytes) continue;
    const sentAt = now();
    const outcome = await transport.sendImage(name, bytes, userId);
    if (outcome.kind !== 'taken') return outcome;
    await noteUploaded(name, sentAt);
  }
  return undefined;
}

const unanswered = { kind: 'unanswered', holdFor: 0 } as const;

/**
 * The transport for one entry, whose images are uploaded from now on. Days later, on a device that has slept meanwhile, the
 * entry is not sent, and an answer counts as lost: the backend may have removed the images before it took the text. The
 * next attempt looks at them again, and repeats the text under its key.
 */
export function whileImagesStay(transport: Transport, now: () => number): Transport {
  if (!transport.knowsKeys) return transport;
  const since = now();
  const isInTime = () => isReliable(since, now());
  return {
    ...transport,
    async send(entry) {
      const outcome = isInTime() ? await transport.send(entry) : unanswered;
      return isInTime() ? outcome : unanswered;
    },
  };
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

/** Removes the images of a post that the backend has taken from where unpublished ones lie. Never rejects. */
export async function releaseSentImages(post: NewPost): Promise<void> {
  if (imagesNamedIn(post).length === 0) return;
  try {
    await withTimeout(timeouts.deviceTimeoutMs, removeUploadedImages(imagesNamedIn(post)));
  } catch (error) {
    console.error('Could not remove uploaded images from this device; a start of the app a day later does.', error);
  }
}
