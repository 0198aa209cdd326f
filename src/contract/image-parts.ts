/**
 * The parts of image files that determine how an image looks. All other parts may reveal who made the image, where and
 * with what device. The app removes those parts, and our own backend refuses images with them.
 */

/** Chunks of PNG (third edition, section 11). */
export const neededPngChunks: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs'],
]);

/** Markers of JPEG (ITU-T T.81, table B.1). */
export const jpegMarkers = { sof: [0xc0, 0xc1, 0xc2], dht: 0xc4, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dri: 0xdd };

const { sof, dht, sos, dqt, dri } = jpegMarkers;
const ofPixels = new Set([...sof, dht, sos, dqt, dri]);

/**
 * The application segments that an image may have: `JFIF` without a thumbnail, a colour profile, Adobe's colour
 * transform. `longest`: in bytes, with the length field.
 */
const ofApplications = [
  { marker: 0xe0, begins: 'JFIF\0', longest: 16 },
  { marker: 0xe2, begins: 'ICC_PROFILE\0', longest: 65_535 },
  { marker: 0xee, begins: 'Adobe', longest: 14 },
];

/** Returns whether an image needs the segment. `data`: the segment's content after the length field. */
export function isNeededJpegSegment(marker: number, data: Uint8Array): boolean {
  if (ofPixels.has(marker)) return true;
  return ofApplications.some(
    (known) =>
      known.marker === marker &&
      data.length + 2 <= known.longest &&
      String.fromCharCode(...data.subarray(0, known.begins.length)) === known.begins,
  );
}
