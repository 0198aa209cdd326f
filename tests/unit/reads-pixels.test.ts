import { expect, test } from 'vitest';
import type { OpenSurface } from '../../src/writing/pictures/make-image.ts';
import { readsPixels } from '../../src/writing/pictures/reads-pixels.ts';
import { stubGlobal } from './support/global.ts';

/** Fakes canvases that change their pixels when a script reads or encodes them. */
function openBrowser({ reading = same, encoding = same }: { reading?: Change; encoding?: Change }) {
  const bitmaps = new Map<Blob, Uint8ClampedArray>();
  const openSurface: OpenSurface = (width, height) => {
    let pixels = new Uint8ClampedArray(4 * width * height);
    const context = {
      fillStyle: '',
      fillRect(left: number, top: number, w: number, h: number) {
        const [r = 0, g = 0, b = 0] = (/\((.*)\)/.exec(context.fillStyle)?.[1] ?? '').split(' ').map(Number);
        for (let y = top; y < top + h; y += 1)
          for (let x = left; x < left + w; x += 1) pixels.set([r, g, b, 255], 4 * (y * width + x));
      },
      drawImage(bitmap: { pixels: Uint8ClampedArray<ArrayBuffer> }) {
        pixels = bitmap.pixels;
      },
      getImageData: () => ({ data: pixels.map(reading), width, height }),
    };
    const encode = async () => {
      const blob = new Blob();
      bitmaps.set(blob, pixels.map(encoding));
      return blob;
    };
    return { canvas: {}, context, encode } as unknown as ReturnType<OpenSurface>;
  };
  const decode = async (blob: Blob) => ({ pixels: bitmaps.get(blob), close: () => undefined });
  return { openSurface, [Symbol.dispose]: stubGlobal('createImageBitmap', decode)[Symbol.dispose] };
}

type Change = (value: number, at: number) => number;

const same: Change = (value) => value;
const noise: Change = (_, at) => (at * 7_919) % 256;
const white: Change = () => 255;
const lastBit: Change = (value, at) => (at % 5 === 0 ? value ^ 1 : value);

test.each([
  { what: 'the drawn pixels', changes: {}, reads: true },
  { what: 'pixels with some last bits changed', changes: { reading: lastBit, encoding: lastBit }, reads: true },
  { what: 'noise when a script reads them', changes: { reading: noise }, reads: false },
  { what: 'noise when a script encodes them', changes: { encoding: noise }, reads: false },
  { what: 'one colour', changes: { reading: white, encoding: white }, reads: false },
])('readsPixels returns $reads if canvases return $what', async ({ changes, reads }) => {
  using browser = openBrowser(changes);
  expect(await readsPixels(browser.openSurface)).toBe(reads);
});
