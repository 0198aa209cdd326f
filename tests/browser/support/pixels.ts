import type { BrowserContext } from 'playwright-core';

/** The largest invisible difference of a colour channel (0 to 255). Two draws of a curve may differ by 1. */
const sameShade = 2;

/** Returns how many pixels of two pictures visibly differ. Throws if their sizes differ. */
export async function countDifferent(context: BrowserContext, one: Buffer, other: Buffer): Promise<number> {
  // Chromium decodes the pictures in an empty page, so that the app's pages stay as they are.
  const page = await context.newPage();
  const count = await page.evaluate(
    async ({ pictures, shade }) => {
      const [a, b] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
          canvas?.drawImage(image, 0, 0);
          return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
        }),
      );
      if (!a || a.length === 0 || a.length !== b?.length) throw new Error('Pictures of different sizes.');
      const different = new Set<number>();
      for (const [at, value] of a.entries()) {
        if (Math.abs(value - (b[at] ?? 0)) > shade) different.add(at >> 2);
      }
      return different.size;
    },
    { pictures: [one, other].map((picture) => picture.toString('base64')), shade: sameShade },
  );
  await page.close();
  return count;
}
