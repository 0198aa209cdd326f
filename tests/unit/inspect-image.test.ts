import { expect, test } from 'vitest';
import { inspectImage } from '../../src/writing/pictures/inspect-image.ts';

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );

const chunk = (type: string, data: number[]) => bytesOf([0, 0, 0, data.length], type, data, [0, 0, 0, 0]);
const header = chunk('IHDR', [0, 0, 0x10, 0, 0, 0, 0x08, 0, 8, 6, 0, 0, 0]);
const png = (...chunks: Uint8Array[]) => new Uint8Array(Buffer.concat([bytesOf('\x89PNG\r\n\x1a\n'), ...chunks]));
const webp = (flags: number) =>
  bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0, 0xff, 0x03, 0, 0xff, 0x01, 0]);
const gifFrame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const gif = (...frames: number[][]) =>
  bytesOf('GIF89a', [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255], ...frames, [0x3b]);

test.each([
  [
    'a JPEG',
    bytesOf([0xff, 0xd8, 0xff, 0xe1, 0, 4, 1, 1, 0xff, 0xc2, 0, 17, 8, 0, 6, 0, 8, 0, 0]),
    { kind: 'jpeg', isAnimated: false, pixels: 48 },
  ],
  ['a PNG', png(header, chunk('IDAT', [])), { kind: 'png', isAnimated: false, pixels: 4_096 * 2_048 }],
  ['an animated PNG', png(header, chunk('acTL', [0, 0, 0, 2]), chunk('IDAT', [])), { kind: 'png', isAnimated: true }],
  ['a WebP', webp(0x10), { kind: 'webp', isAnimated: false, pixels: 1_024 * 512 }],
  ['an animated WebP', webp(0x12), { kind: 'webp', isAnimated: true }],
  ['a GIF', gif(gifFrame), { kind: 'gif', isAnimated: false, pixels: 1 }],
  ['an animated GIF', gif(gifFrame, gifFrame), { kind: 'gif', isAnimated: true }],
  ['an AVIF', bytesOf([0, 0, 0, 24], 'ftypavif'), { kind: 'avif', isAnimated: false }],
  ['an AVIF sequence', bytesOf([0, 0, 0, 24], 'ftypavis'), { kind: 'avif', isAnimated: true }],
  ['a HEIC', bytesOf([0, 0, 0, 24], 'ftypheic'), { kind: 'heic', isAnimated: false }],
  ['a HEIF sequence', bytesOf([0, 0, 0, 24], 'ftypmsf1'), { kind: 'heic', isAnimated: true }],
])('recognises %s by its bytes', (_, bytes, expected) => {
  expect(inspectImage(bytes)).toMatchObject(expected);
});

test.each([
  ['an empty file', bytesOf()],
  ['a single byte', bytesOf([0xff])],
  ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a video', bytesOf([0, 0, 0, 24], 'ftypisom')],
  ['a PNG that ends in its header', bytesOf('\x89PNG\r\n\x1a\n')],
  ['a WebP that ends in its header', bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8X')],
])('recognises no image in %s', (_, bytes) => {
  expect(inspectImage(bytes)).toBeUndefined();
});

test('scans a JPEG of a million 0xff bytes before the test times out', () => {
  const bytes = new Uint8Array(1_000_000).fill(0xff);
  bytes[1] = 0xd8;
  expect(inspectImage(bytes)).toEqual({ kind: 'jpeg', isAnimated: false, pixels: undefined });
});
