import { type ImageName, imageLimits } from '../../contract/images.ts';
import { unreadable } from './image-errors.ts';
import type { InspectedImage } from './inspect-upload.ts';

/** In seconds: how long sharp may work on an image. An image of the largest size takes a tenth of this. */
const deadline = 5;

/** The media types of variants: smaller forms of an image, in modern formats. */
export const variantTypes = { avif: 'image/avif', webp: 'image/webp' } as const;

export type VariantFormat = keyof typeof variantTypes;

/**
 * Opens an image in sharp. Imports sharp on demand: servers without images, and the operator's commands, need neither
 * sharp's memory nor a platform that sharp supports.
 */
async function open(bytes: Buffer) {
  const { sharp } = await import('../process/bounded-sharp.ts');
  const limitInputPixels = imageLimits.side ** 2;
  return sharp(bytes, { failOn: 'warning', limitInputPixels, sequentialRead: true }).timeout({ seconds: deadline });
}

/**
 * Checks that sharp decodes every pixel without a warning. Decodes on another thread, and discards the pixels.
 * @throws {HttpError} image_unreadable
 */
export async function decodeImage(bytes: Buffer, { ending, width, height }: InspectedImage): Promise<void> {
  const image = await open(bytes);
  try {
    const { format, pages = 1 } = await image.metadata();
    // Decodes to grey, which takes a quarter of the memory.
    const { info } = await image.removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
    const formats: Record<ImageName['ending'], string> = { webp: 'webp', jpg: 'jpeg', png: 'png' };
    if (format === formats[ending] && pages === 1 && info.width === width && info.height === height) return;
  } catch (cause) {
    throw unreadable(cause instanceof Error ? firstLine(cause.message) : '');
  }
  throw unreadable('decodes to another format or size than its header says');
}

/**
 * Makes a smaller image, on another thread. At these qualities, a photograph on a card looks like the original. AVIF
 * at its lowest effort is quicker than WebP and takes half the bytes.
 */
export async function makeVariant(bytes: Buffer, width: number, format: VariantFormat): Promise<Buffer> {
  const resized = (await open(bytes)).resize({ width, withoutEnlargement: true });
  const encoded =
    format === 'avif'
      ? resized.avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' })
      : resized.webp({ quality: 75, effort: 2 });
  return encoded.toBuffer();
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
