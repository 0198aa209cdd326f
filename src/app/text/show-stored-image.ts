import type { SyntheticEvent } from 'react';
import { imageNameOf, parseImagePath } from '../../contract/images.ts';
import { orLog } from '../../device/or-log.ts';

/** Images that this device does not store. This file dispatches their `error` event again, for the other listeners. */
const missing = new WeakSet<EventTarget>();

/**
 * Shows an image that is stored only on this device, if no worker answers for it, for example after a forced reload.
 * Handles the `error` event of each image within an element, before the image's own listener.
 */
export async function showStoredImage(event: SyntheticEvent): Promise<void> {
  const { target } = event;
  if (!(target instanceof HTMLImageElement) || missing.delete(target)) return;
  const { origin, pathname } = new URL(target.src, location.href);
  const image = origin === location.origin && parseImagePath(pathname);
  if (!image) return;
  event.stopPropagation();
  const name = imageNameOf(image);
  const url = await orLog(`Could not read the image ${name} from this device.`, readStored(name));
  if (url) {
    target.removeAttribute('srcset');
    target.src = url;
  } else {
    missing.add(target);
    target.dispatchEvent(new Event('error'));
  }
}

/** Returns a `data:` URL, because the page's policy allows no `blob:` URLs. */
async function readStored(name: string): Promise<string | undefined> {
  const { imageTypeOf, readImageBytes } = await import('../../writing/pictures/stored-images.ts');
  const bytes = await readImageBytes(name);
  if (!bytes) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(new Blob([bytes], { type: imageTypeOf(name) }));
  return promise;
}
