import { createHash } from 'node:crypto';
import { imageNameOf } from '../../../src/contract/images.ts';

/** Returns a fake image whose name contains the digest of its bytes, as the names of uploaded images do. */
export function fakeImage(words: string): { name: string; address: string; bytes: ArrayBuffer } {
  const bytes = new Uint8Array(Buffer.from(words)).buffer;
  const digest = createHash('sha256').update(words).digest('hex');
  const name = imageNameOf({ digest, width: 640, height: 480, ending: 'webp' });
  return { name, address: `/images/${name}`, bytes };
}
