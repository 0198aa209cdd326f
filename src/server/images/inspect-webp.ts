import { animated, hasMetadata, unreadable } from './image-errors.ts';

type Size = { width: number; height: number };

/** The chunks of a still image (RFC 9649, 2.7). */
const needed = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

const header = 12;

/** Checks the chunks; returns the size. @throws {HttpError} image_unreadable, image_metadata, image_animated */
export function inspectWebp(bytes: Buffer): Size {
  const end = 8 + bytes.readUInt32LE(4);
  if (end < bytes.length) throw unreadable('goes on after its end');
  if (end > bytes.length) throw unreadable('ends too early');
  const sizes: Size[] = [];
  for (let at = header; at < end; ) {
    if (at + 8 > end) throw unreadable('lacks some of its chunks');
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) throw unreadable('lacks some of its chunks');
    if (type === 'ANIM' || type === 'ANMF') throw animated();
    if (!needed.has(type)) throw hasMetadata(type);
    const size = sizeIn(type, data);
    if (size) sizes.push(size);
    // A chunk of odd length is followed by a byte of padding.
    at += 8 + length + (length % 2);
  }
  const [size, other = size, third] = sizes;
  // An extended file gives the size twice: in its own header, and in that of the frame.
  if (!size || !other || third || size.width !== other.width || size.height !== other.height) {
    throw unreadable('has no size, or several');
  }
  return size;
}

function sizeIn(type: string, data: Buffer): Size | undefined {
  const least = { 'VP8 ': 10, VP8L: 5, VP8X: 10 }[type];
  if (least === undefined) return undefined;
  if (data.length < least) throw unreadable('lacks some of its header');
  if (type === 'VP8 ') return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (type === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  const bits = data.readUInt32LE(1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
