import { decodePng, encodePng, scaled } from './picture-files.ts';
import type { Realm } from './realm.ts';

/**
 * sharp, as far as the server uses it, in the world's turns: the real one works in threads. It reads what the world's
 * browsers write, and writes no other format.
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
