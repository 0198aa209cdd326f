import { imageAddress } from '../../contract/image-url.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { prepareImage } from '../pictures/prepare-image.ts';
import { storeImage } from '../pictures/stored-images.ts';

/** The names that pictures of other sites have here, by the addresses that texts have of them. */
export type FetchedPictures = Map<string, string>;

/** How long another site may take for a picture, in milliseconds. */
const longestMs = 60_000;

/** In pixels. */
const mostPixels = 100_000_000;

/** The addresses among these that are on other sites. */
export const foreignAddresses = (addresses: Iterable<string>, site: string): string[] =>
  [...new Set(addresses)].filter((address) => {
    const url = foreignUrl(address, site);
    return url !== undefined && url.origin !== location.origin;
  });

/** @param site where the blog was; only Ghost's exports do not say it. */
function foreignUrl(address: string, site: string): URL | undefined {
  const written = address.replace(/^__GHOST_URL__/, site.replace(/(?<!\/)\/+$/, ''));
  const loaded = imageAddress(written, location.hostname);
  return loaded?.startsWith('http') ? new URL(loaded) : undefined;
}

/**
 * Fetches pictures from other sites, one after the other, for an author who has asked for it: those sites learn of it.
 * Only a site that allows it (CORS) gives its pictures to a page of another. They lie on this device until their text is
 * brought in.
 *
 * @returns how many could not be had.
 */
export async function fetchPictures(
  addresses: readonly string[],
  site: string,
  fetched: FetchedPictures,
  { signal, onPicture }: { signal: AbortSignal; onPicture(done: number): void },
): Promise<number> {
  let failed = 0;
  for (const [done, address] of addresses.entries()) {
    signal.throwIfAborted();
    onPicture(done);
    if (fetched.has(address)) continue;
    try {
      const url = foreignUrl(address, site);
      if (!url) throw new TypeError('It is no address of another site');
      const made = await prepareImage(await withTimeout(longestMs, pixelsOf(url)));
      if (made.kind === 'refused') throw new TypeError(made.reason);
      await storeImage(made.name, made.bytes);
      fetched.set(address, made.name);
    } catch (error) {
      signal.throwIfAborted();
      console.info(`Could not fetch the picture ${address}; its address stays in the text.`, error);
      failed += 1;
    }
  }
  return failed;
}

/** By an image element: the page's policy lets pictures come from everywhere, and nothing else. */
async function pixelsOf(url: URL): Promise<Blob> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = url.href;
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  if (width * height > mostPixels || width * height === 0) throw new RangeError(`${width} by ${height} pixels`);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new RangeError('No memory for the picture'))), 'image/png');
  return promise;
}
