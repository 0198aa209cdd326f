import { imagesNamedIn } from '../../contract/named-images.ts';
import { orLog } from '../../device/or-log.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { hasImage, putImage } from '../pictures/image-calls.ts';
import { markUploaded, readImageBytes, readStoredImages } from '../pictures/stored-images.ts';
import type { PostRecord } from '../record/post-record.ts';
import { answerOfError, type Prepared } from './backend.ts';

/**
 * How long, in milliseconds, the sender relies on an upload until it sends the text, and as long again until the answer
 * to the text. Twice this time is less than the week after which our own backend removes an image that no post names.
 */
const reliableMs = 3 * 24 * 60 * 60 * 1000;

/** Returns whether an upload begun at `since` is relied on. A time far in the future is from a clock that was ahead. */
export const isReliable = (since: number): boolean => Math.abs(Date.now() - since) < reliableMs;

/**
 * Uploads the pictures that the pending text names and that lie on this device, one after the other, and notes which
 * have arrived. Asks whether the backend still has the pictures that arrived earlier: it may have been restored from a
 * backup. The text itself is not sent meanwhile, so its author can withdraw it.
 *
 * @returns `clear` if the text can be sent, else the answer to the upload that failed.
 */
export async function sendPictures({ pending, userId }: PostRecord, token: string | null): Promise<Prepared> {
  const names = pending?.kind === 'text' ? imagesNamedIn(pending.text) : [];
  if (!pending || names.length === 0) return { kind: 'clear' };
  const stored = await withTimeout(timeouts.deviceTimeoutMs, readStoredImages());
  for (const { name, uploadedAt } of names.flatMap((name) => stored.find((image) => image.name === name) ?? [])) {
    if (uploadedAt !== undefined && isReliable(uploadedAt) && (await isThere(name))) continue;
    const bytes = await withTimeout(timeouts.deviceTimeoutMs, readImageBytes(name));
    if (!bytes) continue;
    const sentAt = Date.now();
    const signal = AbortSignal.timeout(timeouts.sendTimeoutMs + bytes.byteLength);
    try {
      await putImage(name, bytes, { token, author: userId ?? '', signal });
    } catch (error) {
      console.error('Could not upload a picture; the state of its post says what happens now.', error);
      return answerOfError(error, pending.key, token !== null, name);
    }
    // The text is sent all the same, and a second upload is harmless.
    await orLog('Could not note that a picture was uploaded; it may be uploaded again.', markUploaded(name, sentAt));
  }
  return { kind: 'clear' };
}

/** Returns whether the backend has a picture; `undefined` if it does not answer. */
const isThere = (name: string): Promise<boolean | undefined> =>
  orLog(
    'Could not ask whether the backend has a picture; uploading it again.',
    hasImage(name, AbortSignal.timeout(timeouts.answerTimeoutMs)),
  );
