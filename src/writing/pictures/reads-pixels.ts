import type { OpenSurface } from './make-image.ts';

/** The side, in pixels, and the colours of the squares that the test draws. */
const side = 16;
const colours = [
  [230, 30, 60],
  [20, 180, 90],
  [40, 70, 220],
  [250, 240, 130],
] as const;

/**
 * The most by which a channel may differ, out of 255. Brave, and Firefox in private windows, change the last bit of
 * some pixels. That is invisible, and the encoder changes more.
 */
const tolerance = 8;

/**
 * Returns whether the browser gives back the pixels that were drawn. Against fingerprinting, some browsers return noise
 * or a single colour: Firefox with `privacy.resistFingerprinting`, the Tor Browser, Brave in its strict mode. Tests
 * this with known pixels, which are drawn, encoded, decoded and read like those of an image.
 */
export async function readsPixels(openSurface: OpenSurface): Promise<boolean> {
  const drawn = openSurface(side * colours.length, side);
  for (const [index, colour] of colours.entries()) {
    drawn.context.fillStyle = `rgb(${colour.join(' ')})`;
    drawn.context.fillRect(index * side, 0, side, side);
  }
  const bitmap = await createImageBitmap(await drawn.encode('image/png'));
  const read = openSurface(side * colours.length, side);
  read.context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data, width } = read.context.getImageData(0, 0, side * colours.length, side);
  return data.every((value, at) => {
    const colour = colours[Math.floor(((at >> 2) % width) / side)] ?? [];
    return Math.abs(value - ([...colour, 255][at & 3] ?? 0)) <= tolerance;
  });
}
