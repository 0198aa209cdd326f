import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { client, ForeignAnswer, writingClient } from '../../device/calls/client.ts';
import { callUrl } from '../../device/calls/host.ts';
import { imageTypeOf } from './stored-images.ts';

/**
 * Uploads an image (`PUT /images/{name}`, which only our own backend has). A repetition is harmless, as the name has a
 * digest of the bytes. Without a token, the browser sends the session cookie.
 *
 * @throws ForeignAnswer if a gateway has answered: our own backend answers 201 or 204.
 */
export async function putImage(
  name: string,
  bytes: ArrayBuffer,
  { token, author, signal }: { token: string | null; author: string; signal: AbortSignal },
): Promise<void> {
  const { status } = await writingClient.put(callPaths.image(name), {
    body: bytes,
    headers: {
      'Content-Type': imageTypeOf(name),
      [ownHeaders.author]: author,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    signal,
  });
  if (status !== 201 && status !== 204) throw new ForeignAnswer(`PUT ${callPaths.image(name)} was answered ${status}`);
}

/**
 * Fetches an image as it was uploaded (`GET /images/{name}`).
 *
 * @returns `'gone'` if the backend has no image of this name, `undefined` if there is no answer.
 */
export async function getImage(name: string, signal: AbortSignal): Promise<ArrayBuffer | 'gone' | undefined> {
  try {
    const response = await fetch(callUrl(callPaths.image(name)), { signal });
    if (response.status === 404) return 'gone';
    return response.ok ? await response.arrayBuffer() : undefined;
  } catch (error) {
    console.info(`Could not fetch the image ${name}; trying again at the next start of the app.`, error);
    return undefined;
  }
}

/**
 * Returns whether the backend has an image (`HEAD /images/{name}`, bypassing every cache).
 *
 * @throws ForeignAnswer if a gateway has answered.
 */
export async function hasImage(name: string, signal: AbortSignal): Promise<boolean> {
  const { ok } = await client.head(callPaths.image(name), { cache: 'no-store', throwHttpErrors: false, signal });
  return ok;
}
