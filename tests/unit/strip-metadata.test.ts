import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectImage } from '../../src/server/images/inspect-upload.ts';
import { stripMetadata } from '../../src/writing/pictures/strip-metadata.ts';

const pixels = () => sharp({ create: { width: 9, height: 5, channels: 3, background: '#336699' } });
const exif = { IFD0: { Make: 'A phone' }, IFD3: { GPSLatitudeRef: 'N' } };

const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);

const stripped = (bytes: Buffer) => Buffer.from(stripMetadata(new Uint8Array(bytes)));

test('the server refuses a JPEG with metadata, and accepts it after stripMetadata', async () => {
  const jpeg = await pixels().jpeg().withExif(exif).toBuffer();
  const added = [segment(0xed, 'Photoshop 3.0'), segment(0xfe, 'A comment'), segment(0xe1, 'http://ns.adobe.com/xap/')];
  const bytes = Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2)]);
  expect(() => inspectImage(bytes)).toThrow();
  expect(inspectImage(stripped(bytes))).toMatchObject({ ending: 'jpg', width: 9, height: 5 });
  expect(await sharp(stripped(bytes)).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
});

test('the server refuses a PNG with metadata, and accepts it after stripMetadata', async () => {
  const png = await pixels().png().withExif(exif).toBuffer();
  expect(() => inspectImage(png)).toThrow();
  expect(inspectImage(stripped(png))).toMatchObject({ ending: 'png', width: 9, height: 5 });
  expect(await sharp(stripped(png)).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
});

test.each([
  ['a WebP', () => pixels().webp().toBuffer()],
  ['a JPEG that ends in its header', async () => (await pixels().jpeg().toBuffer()).subarray(0, 30)],
  ['an empty file', async () => Buffer.alloc(0)],
])('stripMetadata returns %s unchanged', async (_, make) => {
  const bytes = await make();
  expect(stripped(bytes)).toEqual(bytes);
});
