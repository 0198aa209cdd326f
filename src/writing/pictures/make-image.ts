import { type ImageEnding, imageLimits, imageNameOf, imageTypes } from '../../contract/images.ts';
import { orLog } from '../../device/or-log.ts';
import { digestOf } from './digest-of.ts';
import { type InspectedImage, inspectImage } from './inspect-image.ts';
import { readsPixels } from './reads-pixels.ts';
import { stripMetadata } from './strip-metadata.ts';

/**
 * Why a file is not added. `unreadable`: damaged, or the browser does not know its format. `falsified`: the browser
 * gives back other pixels than were drawn.
 */
export type ImageRefusal = 'not an image' | 'animated' | 'heic' | 'too large' | 'unreadable' | 'falsified';

/** An image that can be uploaded, or the reason why the file was refused. */
export type MadeImage = { kind: 'made'; name: string; bytes: ArrayBuffer } | { kind: 'refused'; reason: ImageRefusal };

/** A canvas. A thread and a page have different kinds. */
export interface Surface {
  canvas: CanvasImageSource;
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** Encodes the canvas. A browser that cannot write the type may write another. */
  encode: (type: string, quality?: number) => Promise<Blob>;
}

export type OpenSurface = (width: number, height: number) => Surface;

/** The size to aim for, in bytes. */
const aim = 300_000;

/** The largest file that is accepted, in bytes and in pixels. A decoded pixel takes four bytes of memory. */
const inputLimits = { bytes: 80_000_000, pixels: 100_000_000 } as const;

const qualities = { 'image/webp': [0.82, 0.7, 0.55, 0.4], 'image/jpeg': [0.85, 0.75, 0.6, 0.45] } as const;

/** The factor for the sides of an image that is still too large in the lowest quality. */
const shrink = 0.7;

/**
 * Converts a file to the image that is uploaded: upright, small, and without metadata. Always encodes the pixels again,
 * as any other part of the file may reveal the author's location or camera.
 *
 * @throws DOMException `NotReadableError` if the file cannot be read from the device.
 */
export async function makeImage(file: Blob, openSurface: OpenSurface): Promise<MadeImage> {
  if (file.size > inputLimits.bytes) return refused('too large');
  const image = inspectImage(new Uint8Array(await file.arrayBuffer()));
  if (!image) return refused('not an image');
  if (image.isAnimated) return refused('animated');
  if ((image.pixels ?? 0) > inputLimits.pixels) return refused('too large');
  const decoding = createImageBitmap(file, { imageOrientation: 'from-image' });
  const bitmap = await orLog('Could not decode an image.', decoding);
  if (!bitmap) return refused(image.kind === 'heic' ? 'heic' : 'unreadable');
  try {
    if (bitmap.width * bitmap.height > inputLimits.pixels) return refused('too large');
    if (!(await readsPixels(openSurface))) return refused('falsified');
    return await encode(bitmap, image, openSurface);
  } catch (error) {
    console.error('Could not draw an image; the device may have too little memory for it.', error);
    return refused('too large');
  } finally {
    bitmap.close();
  }
}

const refused = (reason: ImageRefusal): MadeImage => ({ kind: 'refused', reason });

async function encode(bitmap: ImageBitmap, image: InspectedImage, openSurface: OpenSurface): Promise<MadeImage> {
  const scale = Math.min(1, imageLimits.side / Math.max(bitmap.width, bitmap.height));
  for (let part = scale; ; part *= shrink) {
    const scaled = (side: number) => Math.max(1, Math.round(side * part));
    const [width, height] = [scaled(bitmap.width), scaled(bitmap.height)];
    const surface = drawScaled(bitmap, width, height, openSurface);
    const blob = await smallest(surface, image, hasTransparency(surface, image, width, height));
    if (blob.size > imageLimits.bytes && Math.max(width, height) > 1) continue;
    const ending = endingOf(blob.type);
    if (!ending) return refused('unreadable');
    const bytes = stripMetadata(new Uint8Array(await blob.arrayBuffer())).buffer;
    return { kind: 'made', name: imageNameOf({ digest: await digestOf(bytes), width, height, ending }), bytes };
  }
}

/** Shrinks a bitmap in steps, each to at least half the size: in a larger step, browsers skip most pixels. */
function drawScaled(bitmap: ImageBitmap, width: number, height: number, openSurface: OpenSurface): Surface {
  let source: CanvasImageSource = bitmap;
  let [w, h] = [bitmap.width, bitmap.height];
  for (;;) {
    [w, h] = w > 2 * width || h > 2 * height ? [Math.max(width, w >> 1), Math.max(height, h >> 1)] : [width, height];
    const surface = openSurface(w, h);
    surface.context.imageSmoothingQuality = 'high';
    surface.context.drawImage(source, 0, 0, w, h);
    if (w === width && h === height) return surface;
    source = surface.canvas;
  }
}

/** Returns whether any pixel is transparent. Does not read the pixels of formats without transparency. */
function hasTransparency({ context }: Surface, { kind }: InspectedImage, width: number, height: number): boolean {
  if (kind === 'jpeg' || kind === 'bmp') return false;
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/**
 * Returns WebP if the browser writes it, else JPEG, or PNG if the image is transparent. Also returns PNG for a lossless
 * image if that is smaller, as it often is for screenshots.
 */
async function smallest(surface: Surface, { kind }: InspectedImage, isTransparent: boolean): Promise<Blob> {
  const lossy =
    (await inQualities(surface, 'image/webp')) ??
    (isTransparent ? undefined : await inQualities(surface, 'image/jpeg'));
  const isLossless = kind === 'png' || kind === 'gif' || kind === 'bmp';
  if (lossy && !isLossless) return lossy;
  const png = await surface.encode('image/png');
  return lossy && lossy.size < png.size ? lossy : png;
}

/**
 * Returns the image in the best quality that takes at most `aim` bytes, else in the lowest quality. Returns `undefined`
 * if the browser cannot write this type.
 */
async function inQualities(surface: Surface, type: keyof typeof qualities): Promise<Blob | undefined> {
  let blob: Blob | undefined;
  for (const quality of qualities[type]) {
    blob = await surface.encode(type, quality);
    if (blob.type !== type) return undefined;
    if (blob.size <= aim) break;
  }
  return blob;
}

const endingOf = (type: string): ImageEnding | undefined =>
  (Object.keys(imageTypes) as ImageEnding[]).find((ending) => imageTypes[ending] === type);
