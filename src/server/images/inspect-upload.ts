import { type ImageName, imageTypes } from '../../contract/images.ts';
import { unreadable } from './image-errors.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from './inspect-png.ts';
import { inspectWebp } from './inspect-webp.ts';

/** The format and the size in pixels that an image's bytes declare. */
export type InspectedImage = Pick<ImageName, 'ending' | 'width' | 'height'>;

/**
 * Returns the format and the size of an image without decoding any pixel, so that the server
 * can refuse an image that would fill the memory. Accepts only needed parts: no metadata (location, device, thumbnail)
 * and no second frame. Nothing may stand before the image's beginning or after its end, where another file could hide.
 * @throws {HttpError} image_unreadable, image_metadata, image_animated
 */
export function inspectImage(bytes: Buffer): InspectedImage {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return { ending: 'png', ...inspectPng(bytes) };
  if (bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff') return { ending: 'jpg', ...inspectJpeg(bytes) };
  if (/^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString('latin1'))) return { ending: 'webp', ...inspectWebp(bytes) };
  throw unreadable(`is none of ${Object.values(imageTypes).join(', ')}`);
}
