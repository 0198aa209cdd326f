import type { Page } from 'playwright-core';
import sharp from 'sharp';

interface PhotoOptions {
  width: number;
  height: number;
  /** The EXIF orientation: 6 means that the picture must be turned clockwise to be upright. */
  orientation?: 1 | 6;
}

/** A location as text, which `withExif` writes into the EXIF segment. */
export const placeWords = 'N 59 26 12.5';

/**
 * Returns a JPEG like a phone's: noise, a red upper left corner, and an EXIF segment with device, location and
 * orientation. Draws it on a canvas in the page.
 */
export async function makePhoto(page: Page, { width, height, orientation = 1 }: PhotoOptions): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas');
      const sky = context.createLinearGradient(0, 0, width, height);
      sky.addColorStop(0, '#345');
      sky.addColorStop(1, '#ca7');
      context.fillStyle = sky;
      context.fillRect(0, 0, width, height);
      for (let n = 0; n < 20_000; n += 1) {
        context.fillStyle = `hsl(${(n * 47) % 360} 60% ${30 + ((n * 13) % 50)}% / 0.5)`;
        context.fillRect((n * 7_919) % width, (n * 104_729) % height, 3 + (n % 40), 3 + ((n * 3) % 30));
      }
      context.fillStyle = '#f00';
      context.fillRect(0, 0, width / 8, height / 8);
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return withExif(Buffer.from(base64, 'base64'), orientation);
}

/** Inserts an EXIF segment (CIPA DC-008) after the first marker. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  // The segment's only entry: tag 0x0112 (orientation), with one value of type short.
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(`Phone 7 ${placeWords}`)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** Returns a small red JPEG in base64. */
export async function redPicture(): Promise<string> {
  const red = { width: 60, height: 40, channels: 3, background: '#c02040' } as const;
  return (await sharp({ create: red }).jpeg().toBuffer()).toString('base64');
}

/** Returns a blue PNG for the icon that an operator can set. */
export const blueIcon = (): Promise<Buffer> =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: '#0055aa' } })
    .png()
    .toBuffer();
