import { imagesNamedIn } from '../../contract/named-images.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { markUploaded, readImageBytes, readStoredImages } from '../pictures/stored-images.ts';
import type { PostRecord } from '../record/post-record.ts';
import type { Answer, PictureCalls } from './backend.ts';

/**
 * How long an upload is relied on before a text is sent, and then until its answer, in milliseconds: together less than the
 * week after which the own backend removes an image that no post names.
 */
const reliableMs = 3 * 24 * 60 * 60 * 1000;

/** A time to come was noted by a clock that was ahead. */
export const isReliable = (since: number): boolean => Math.abs(Date.now() - since) < reliableMs;

/**
 * Uploads the pictures that the pending text names and that lie on this device, one after the other, and notes what has
 * arrived. Asks whether the backend still has what arrived earlier: it may have been restored from a backup. The text is in
 * no doubt meanwhile, so its author can take it back.
 *
 * @returns the answer that keeps the text from being sent; `undefined` when the backend has all of them.
 */
export async function sendPictures(
  record: PostRecord,
  pictures: PictureCalls,
  token: string | null,
): Promise<Answer | undefined> {
  const { pending } = record;
  const names = pending?.kind === 'text' ? imagesNamedIn(pending.text) : [];
  if (names.length === 0) return undefined;
  const stored = await withTimeout(timeouts.deviceTimeoutMs, readStoredImages());
  for (const { name, uploadedAt } of names.flatMap((name) => stored.find((image) => image.name === name) ?? [])) {
    if (uploadedAt !== undefined && isReliable(uploadedAt) && (await pictures.has(name))) continue;
    const bytes = await withTimeout(timeouts.deviceTimeoutMs, readImageBytes(name));
    if (!bytes) continue;
    const sentAt = Date.now();
    const answer = await pictures.put(name, bytes, record, token);
    if (answer) return answer;
    await noteUploaded(name, sentAt);
  }
  return undefined;
}

/** Never rejects: the text has to be sent all the same. A picture that is uploaded again is answered at once. */
async function noteUploaded(name: string, at: number): Promise<void> {
  try {
    await markUploaded(name, at);
  } catch (error) {
    console.error('Could not note that a picture was uploaded; it may be uploaded again.', error);
  }
}
