import { createHash } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pixels of four bytes each, as in a canvas. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const signature = '89504e470d0a1a0a';

/** Returns the pixels as a PNG (third edition) with an alpha channel, 8 bits per channel, and unfiltered lines. */
export function encodePng({ width, height, data }: Raster): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const lines = Buffer.alloc(height * (1 + 4 * width));
  for (let y = 0; y < height; y += 1)
    lines.set(data.subarray(4 * width * y, 4 * width * (y + 1)), y * (1 + 4 * width) + 1);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from(signature, 'hex'), ...parts]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/**
 * Returns the pixels of a file that `encodePng` made.
 *
 * @throws Error if the bytes are no PNG, or are truncated
 */
export function decodePng(given: Uint8Array): Raster {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.toString('hex', 0, 8) !== signature) throw new Error('It is no PNG');
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const length = bytes.readUInt32BE(33);
  if (bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND') throw new Error('The PNG is cut');
  const lines = inflateSync(bytes.subarray(41, 41 + length));
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1)
    data.set(lines.subarray(y * (1 + 4 * width) + 1, (y + 1) * (1 + 4 * width)), 4 * width * y);
  return { width, height, data };
}

/** Returns the picture scaled to this size, by nearest neighbour. */
export function scaled(from: Raster, width: number, height: number): Raster {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = Math.floor((y * from.height) / height) * from.width + Math.floor((x * from.width) / width);
      data.set(from.data.subarray(4 * at, 4 * at + 4), 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** The size of all pictures, wide enough for the server to make a smaller size. Each picture has one colour. */
const size = { width: 250, height: 1 };

/** Returns the nth picture, whose colour no other picture has. */
export function pictureFile(nth: number): Uint8Array<ArrayBuffer> {
  const colour = [nth & 255, (nth >> 8) & 255, 128, 255];
  const data = Uint8ClampedArray.from({ length: 4 * size.width * size.height }, (_, at) => colour[at & 3] ?? 0);
  return encodePng({ ...size, data });
}

/** Returns the name under which our own server stores the file of a picture. */
export const pictureName = (file: Uint8Array): string =>
  `${createHash('sha256').update(file).digest('hex')}-${size.width}x${size.height}.png`;
