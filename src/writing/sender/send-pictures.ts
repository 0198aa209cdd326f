import { imagesNamedIn } from '../../contract/named-images.ts';
import { orLog } from '../../device/or-log.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { hasImage, putImage } from '../pictures/image-calls.ts';
import { markUploaded, readImageBytes, readStoredImages } from '../pictures/stored-images.ts';
import type { PostRecord } from '../record/post-record.ts';
import { answerOfError, type Prepared } from './backend.ts';

/**
 * In milliseconds: the limit for each of two intervals, from a picture's upload to the call with its text, and from
 * that call to its answer. Together they are less than the week after which our own backend removes an unused image.
 */
const reliableMs = 3 * 24 * 60 * 60 * 1000;

/** Returns whether `since` is less than `reliableMs` ago. A timestamp far in the future is from a wrong clock. */
export const isReliable = (since: number): boolean => Math.abs(Date.now() - since) < reliableMs;

/**
 * Uploads the pictures on this device that the pending text names, one after the other, and stores when each was
 * uploaded. Asks whether the backend still has earlier uploads, as it may have been restored from a backup. The text
 * is not sent yet, so its author can still withdraw it.
 *
 * @returns `clear` if the text can be sent, else the answer to the upload that failed.
 */
export async function sendPictures({ pending, userId }: PostRecord, token: string | null): Promise<Prepared> {
  const names = pending?.kind === 'text' ? imagesNamedIn(pending.text) : [];
  if (!pending || names.length === 0) return { kind: 'clear' };
  const stored = await withTimeout(timeouts.databaseTimeoutMs, readStoredImages());
  for (const { name, uploadedAt } of names.flatMap((name) => stored.find((image) => image.name === name) ?? [])) {
    if (uploadedAt !== undefined && isReliable(uploadedAt) && (await isThere(name))) continue;
    const bytes = await withTimeout(timeouts.databaseTimeoutMs, readImageBytes(name));
    if (!bytes) continue;
    const sentAt = Date.now();
    const signal = AbortSignal.timeout(timeouts.sendTimeoutMs + bytes.byteLength);
    try {
      await putImage(name, bytes, { token, author: userId ?? '', signal });
    } catch (error) {
      console.error('Could not upload a picture; not sending its post now.', error);
      return answerOfError(error, pending.key, token !== null, name);
    }
    // If this fails, the text is sent anyway: a second upload is harmless.
    await orLog('Could not note that a picture was uploaded; it may be uploaded again.', markUploaded(name, sentAt));
  }
  return { kind: 'clear' };
}

/** Returns whether the backend has a picture; `undefined` if the backend does not answer. */
const isThere = (name: string): Promise<boolean | undefined> =>
  orLog(
    'Could not ask whether the backend has a picture; uploading it again.',
    hasImage(name, AbortSignal.timeout(timeouts.answerTimeoutMs)),
  );
