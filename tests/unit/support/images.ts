import { createHash } from 'node:crypto';
import { imageNameOf } from '../../../src/contract/images.ts';

/** Returns an image as the app uploads it: its name has the digest of its bytes. */
export function fakeImage(words: string): { name: string; address: string; bytes: ArrayBuffer } {
  const bytes = new Uint8Array(Buffer.from(words)).buffer;
  const digest = createHash('sha256').update(words).digest('hex');
  const name = imageNameOf({ digest, width: 640, height: 480, ending: 'webp' });
  return { name, address: `/images/${name}`, bytes };
}
