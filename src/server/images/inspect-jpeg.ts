import { isNeededJpegSegment, jpegMarkers as marker } from '../../contract/image-parts.ts';
import { hasMetadata, unreadable } from './image-errors.ts';

type Size = { width: number; height: number };

/**
 * The most scans of an image. The decoder walks over the whole image for each scan. Encoders write ten at most, but
 * tens of thousands fit into a file of 600 kB.
 */
const mostScans = 32;

/** Checks the segments; returns the size. @throws {HttpError} image_unreadable, image_metadata */
export function inspectJpeg(bytes: Buffer): Size {
  let size: Size | undefined;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw unreadable('has bytes between its segments');
    const code = bytes[at + 1] ?? 0;
    if (code === marker.eoi) {
      if (at + 2 !== bytes.length) throw unreadable('goes on after its end');
      if (!size || scans === 0) break;
      return size;
    }
    if (at + 4 > bytes.length) break;
    const length = bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || data.length < length - 2) break;
    if (!isNeededJpegSegment(code, data)) throw hasMetadata(`segment ${code.toString(16)}`);
    if (marker.sof.includes(code)) {
      if (size || data.length < 6) throw unreadable('has no size, or several');
      size = { width: data.readUInt16BE(3), height: data.readUInt16BE(1) };
    }
    at += 2 + length;
    if (code === marker.sos) {
      if (++scans > mostScans) throw unreadable(`has more than ${mostScans} scans`);
      at = endOfScan(bytes, at);
    }
  }
  throw unreadable('lacks some of its segments');
}

/**
 * Returns the end of a scan. Within a scan, 0xff is followed by 0 or by a restart marker; anything else begins the next
 * segment.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    const isWithin = code === 0 || (code >= 0xd0 && code <= 0xd7);
    if (!isWithin) return at;
  }
  return bytes.length;
}
