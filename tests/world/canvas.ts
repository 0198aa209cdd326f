import { decodePng, encodePng, type Raster, scaled } from './picture-files.ts';
import type { Realm } from './realm.ts';

/**
 * Returns the canvas globals that the product needs. The canvas draws only whole pictures. It encodes only PNG, the one
 * format that every browser must support.
 */
export function drawingGlobals(realm: Realm) {
  const bitmapOf = (raster: Raster) => ({ ...raster, close: () => undefined });

  class OffscreenCanvas implements Raster {
    data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;

    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
      this.data = new Uint8ClampedArray(4 * width * height);
    }

    getContext() {
      const canvas = this;
      return {
        fillStyle: '',
        imageSmoothingQuality: 'low',
        fillRect(this: { fillStyle: string }, left: number, top: number, width: number, height: number) {
          const colour = [...this.fillStyle.matchAll(/\d+/g)].map(Number);
          for (let y = top; y < top + height; y += 1)
            for (let x = left; x < left + width; x += 1) canvas.data.set([...colour, 255], 4 * (y * canvas.width + x));
        },
        drawImage: (source: Raster, _left: number, _top: number, width = source.width, height = source.height) => {
          if (width !== canvas.width || height !== canvas.height) throw new Error('Only whole pictures are drawn');
          canvas.data = scaled(source, width, height).data;
        },
        getImageData: () => ({ width: canvas.width, height: canvas.height, data: canvas.data.slice() }),
      };
    }

    convertToBlob(): Promise<Blob> {
      return realm.ask('a picture is encoded', () => new Blob([encodePng(this)], { type: 'image/png' }));
    }
  }

  return {
    OffscreenCanvas,
    createImageBitmap: (file: Blob) =>
      realm.ask('a picture is decoded', async () => bitmapOf(decodePng(new Uint8Array(await file.arrayBuffer())))),
  };
}
