import { type MadeImage, makeImage, type OpenSurface } from './make-image.ts';

/** The thread's answers to the page. `page`: the browser's threads have no canvas, so the page must draw the image. */
export type ThreadAnswer = MadeImage | { kind: 'page' } | { kind: 'failed'; name: string; message: string };

const openSurface: OpenSurface = (width, height) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new RangeError(`No canvas of ${width} by ${height} pixels`);
  return { canvas, context, encode: (type, quality) => canvas.convertToBlob({ type, ...(quality && { quality }) }) };
};

async function answer(file: Blob): Promise<ThreadAnswer> {
  try {
    if (typeof OffscreenCanvas === 'undefined' || !new OffscreenCanvas(1, 1).getContext('2d')) return { kind: 'page' };
    return await makeImage(file, openSurface);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', name, message };
  }
}

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const made = await answer(data);
  postMessage(made, { transfer: made.kind === 'made' ? [made.bytes] : [] });
});
