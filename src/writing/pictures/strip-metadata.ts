import { isNeededJpegSegment, jpegMarkers, neededPngChunks } from '../../contract/image-parts.ts';

/**
 * Returns the image without metadata. The encoders of Apple's systems add Exif and more to JPEG and to PNG. Returns
 * WebP and damaged images unchanged.
 */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0) === 0xffd8) return joined(neededPartsOfJpeg(bytes, view));
    if (view.getUint32(0) === 0x89504e47) return joined(neededPartsOfPng(bytes, view));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error('An encoded image ends too early; it is left as it is.', error);
  }
  return bytes;
}

/** Reads the segments up to the first scan. From there on, the file has only pixels. */
function neededPartsOfJpeg(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer>[] {
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (view.getUint8(at + 1) !== jpegMarkers.sos) {
    const next = at + 2 + view.getUint16(at + 2);
    if (isNeededJpegSegment(view.getUint8(at + 1), bytes.subarray(at + 4, next))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return [...parts, bytes.subarray(at)];
}

function neededPartsOfPng(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer>[] {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const next = at + 12 + view.getUint32(at);
    if (neededPngChunks.has(type)) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return parts;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
