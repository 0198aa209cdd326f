import {
  createPathOf,
  type LeftOutReason,
  maxSharedPictures,
  sharedPicturesField,
  sharePath,
} from '../contract/share-target.ts';
import { isOwnBackend } from '../device/calls/host.ts';
import { orLog } from '../device/or-log.ts';
import { readRecord } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { timeouts } from '../device/timeouts.ts';
import { withTimeout } from '../device/with-timeout.ts';
import { storeSharedPictures } from '../writing/pictures/shared-pictures.ts';

declare const self: ServiceWorkerGlobalScope;

/** In bytes. The code that prepares pictures accepts no larger pictures. */
const maxPictureBytes = 80_000_000;

/** Returns whether the request is a share from another app: a form posted to the share target of the manifest. */
export function isShare({ method, mode, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return (
    isOwnBackend &&
    method === 'POST' &&
    mode === 'navigate' &&
    pathname === sharePath &&
    origin === self.location.origin
  );
}

/**
 * Stores shared pictures on the device and redirects the browser to Create, which adds them to a new draft. The shared
 * text is in the address, so that it arrives even if nothing can be stored.
 */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await orLog('Could not read the shared form; opening Create without it.', request.formData());
  const leftOut: LeftOutReason[] = form ? [] : ['unreadable'];
  const files = (form?.getAll(sharedPicturesField) ?? []).filter((value) => value instanceof File);
  // Browsers send an empty file field as a file without a name.
  const chosen = files.filter(({ name, size }) => name !== '' || size > 0);
  const pictures = chosen.filter(({ type }) => type === '' || type.startsWith('image/'));
  const fitting = pictures.filter(({ size }) => size <= maxPictureBytes);
  const taken = fitting.slice(0, maxSharedPictures);
  if (pictures.length < chosen.length) leftOut.push('no picture');
  if (fitting.length < pictures.length) leftOut.push('too large');
  if (taken.length < fitting.length) leftOut.push('too many');
  const { id, failures } = taken.length > 0 ? await storePictures(taken) : { failures: [] };
  const path = createPathOf({ form, pictures: id, leftOut: [...leftOut, ...failures] });
  return new Response(null, { status: 303, headers: { Location: new URL(path, self.location.origin).href } });
}

/** Stores shared pictures for the user who is logged in. Stores nothing if the user's id cannot be read. */
async function storePictures(pictures: File[]): ReturnType<typeof storeSharedPictures> {
  const reading = readRecord<string>(recordKeys.author).then((author) => ({ userId: author ?? null }));
  const found = await orLog(
    'Could not read who is logged in; the shared pictures are not stored.',
    withTimeout(timeouts.databaseTimeoutMs, reading),
  );
  return found ? storeSharedPictures(pictures, found.userId) : { failures: ['not stored'] };
}
