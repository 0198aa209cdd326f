import { type MadeImage, makeImage, type OpenSurface } from './make-image.ts';

const openSurface: OpenSurface = (width, height) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new RangeError(`No canvas of ${width} by ${height} pixels`);
  return {
    canvas,
    context,
    encode: (type, quality) => {
      const { promise, resolve, reject } = Promise.withResolvers<Blob>();
      const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new RangeError('No memory to encode it')));
      canvas.toBlob(take, type, quality);
      return promise;
    },
  };
};

/** Makes an image in the page, for browsers whose threads cannot draw. The page may freeze for a moment. */
export const makeImageInPage = (file: Blob): Promise<MadeImage> => makeImage(file, openSurface);
