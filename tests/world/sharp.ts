import { decodePng, encodePng, scaled } from './picture-files.ts';
import type { Realm } from './realm.ts';

/**
 * Returns a stand-in for the part of sharp that the server uses. It works in turns of the realm instead of in threads.
 * Like the world's canvas, it reads and writes only PNG.
 */
export function sharpOf(realm: Realm) {
  const open = (bytes: Uint8Array) => {
    let width: number | undefined;
    const image = {
      timeout: () => image,
      removeAlpha: () => image,
      greyscale: () => image,
      raw: () => image,
      avif: () => image,
      webp: () => image,
      resize(to: { width: number }) {
        width = to.width;
        return image;
      },
      metadata: () =>
        realm.ask('sharp reads a header', () => {
          decodePng(bytes);
          return { format: 'png', pages: 1 };
        }),
      toBuffer: (options?: { resolveWithObject: true }) =>
        realm.ask('sharp decodes', () => {
          const raster = decodePng(bytes);
          const data = Buffer.from(encodePng(width === undefined ? raster : scaled(raster, width, raster.height)));
          return options ? { data, info: { width: raster.width, height: raster.height } } : data;
        }),
    };
    return image;
  };
  const quiet = () => undefined;
  return Object.assign(open, { concurrency: quiet, cache: quiet, block: quiet, unblock: quiet });
}
