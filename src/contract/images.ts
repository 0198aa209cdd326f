/** Limits of an uploaded image: sides in pixels, sizes in bytes. */
export const imageLimits = { side: 1_600, bytes: 600_000 } as const;

/** The media types of stored images, by file extension. */
export const imageTypes = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const;

export type ImageEnding = keyof typeof imageTypes;

/** Widths in pixels of the variants that our own backend makes of wider images: `/images/{name}?width=480`. */
export const imageWidths = [240, 480, 960] as const;

/**
 * The parts of an image's name, `{sha256}-{width}x{height}.{ext}`: the SHA-256 of its bytes in lower-case hexadecimal,
 * and its size in pixels. A client knows the name before the upload, and the bytes under a name never change.
 */
export interface ImageName {
  digest: string;
  width: number;
  height: number;
  ending: ImageEnding;
}

export function imageNameOf({ digest, width, height, ending }: ImageName): string {
  return `${digest}-${width}x${height}.${ending}`;
}

/** Returns the parts of an image's name; `undefined` if no allowed image can have this name. */
export function parseImageName(name: string): ImageName | undefined {
  const [, digest = '', width, height, ending] =
    /^([0-9a-f]{64})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(webp|jpg|png)$/.exec(name) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (!ending || Math.max(size.width, size.height) > imageLimits.side) return undefined;
  return { digest, ...size, ending: ending as ImageEnding };
}

/** Returns the parts of the name in an uploaded image's path; `undefined` for any other address. */
export const parseImagePath = (path: string): ImageName | undefined =>
  path.startsWith('/images/') ? parseImageName(path.slice('/images/'.length)) : undefined;

/** Returns the `srcset` of an uploaded image, or `undefined` for other addresses and narrow images. */
export function narrowerForms(path: string): string | undefined {
  const { width = 0 } = parseImagePath(path) ?? {};
  const narrower = imageWidths.filter((each) => each < width);
  return narrower.length > 0
    ? [...narrower.map((each) => `${path}?width=${each} ${each}w`), `${path} ${width}w`].join()
    : undefined;
}
