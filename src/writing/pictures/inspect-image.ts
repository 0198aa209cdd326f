/** The format of an image, read from the file's first bytes. The file's name and declared type are ignored. */
export interface InspectedImage {
  kind: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'bmp';
  isAnimated: boolean;
  /** The number of pixels according to the header; `undefined` for formats whose header is not read. */
  pixels?: number | undefined;
}

/** Returns the format of an image; `undefined` if the file is in no raster format that browsers may decode. */
export function inspectImage(bytes: Uint8Array): InspectedImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0) === 0xffd8) return { kind: 'jpeg', isAnimated: false, pixels: jpegPixels(view) };
    if (view.getUint32(0) === 0x89504e47) return inspectPng(view);
    if (textAt(view, 0, 4) === 'GIF8') {
      const pixels = view.getUint16(6, true) * view.getUint16(8, true);
      return { kind: 'gif', isAnimated: gifFrames(view) > 1, pixels };
    }
    if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP') return inspectWebp(view);
    if (textAt(view, 4, 4) === 'ftyp') return inspectIsoFile(view);
    if (textAt(view, 0, 2) === 'BM') return { kind: 'bmp', isAnimated: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.info('An image ends within its header; refusing it.', error);
  }
  return undefined;
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** Reads the size from the frame header (ITU T.81, B.1.1). Does not check for damage: the decoder does. */
function jpegPixels(view: DataView): number | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** An animated PNG has its `acTL` chunk before the pixels (PNG, third edition, 11.3.6). */
function inspectPng(view: DataView): InspectedImage {
  const pixels = view.getUint32(16) * view.getUint32(20);
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = textAt(view, at + 4, 4);
    if (chunk === 'acTL') return { kind: 'png', isAnimated: true, pixels };
    if (chunk === 'IDAT') break;
  }
  return { kind: 'png', isAnimated: false, pixels };
}

/** Returns the number of frames, at most 2: two already make an animation (GIF89a, sections 18 to 24). */
function gifFrames(view: DataView): number {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(view.getUint8(10));
  let frames = 0;
  while (at < view.byteLength && frames < 2) {
    const block = view.getUint8(at);
    if (block === 0x3b) break;
    if (block === 0x2c) {
      frames += 1;
      at += 11 + tableBytes(view.getUint8(at + 9));
    } else {
      at += 2;
    }
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return frames;
}

/** Only the extended format can be animated (RFC 9649, section 2.7). */
function inspectWebp(view: DataView): InspectedImage {
  if (textAt(view, 12, 4) !== 'VP8X') return { kind: 'webp', isAnimated: false };
  const size = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
  return { kind: 'webp', isAnimated: (view.getUint8(20) & 2) !== 0, pixels: size(24) * size(27) };
}

/** The brand says whether the file is AVIF or HEIF (ISO/IEC 23008-12, 10.2), and whether it is a sequence. */
function inspectIsoFile(view: DataView): InspectedImage | undefined {
  const brand = textAt(view, 8, 4);
  if (/^avi[fs]$/.test(brand)) return { kind: 'avif', isAnimated: brand === 'avis' };
  const isHeic = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand);
  return isHeic ? { kind: 'heic', isAnimated: /^(?:hev.|msf1)$/.test(brand) } : undefined;
}
