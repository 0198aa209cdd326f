import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { type ImageEnding, imageNameOf, imageTypes } from '../../../src/contract/images.ts';
import { callPaths } from '../../../src/contract/paths.ts';
import type { Author, TestBackend } from './backend.ts';

export type MadeImage = { bytes: Buffer<ArrayBuffer>; name: string; width: number; height: number };

type Options = { width?: number; height?: number; ending?: ImageEnding; seed?: number };

/** Creates an image with soft colours, like a photograph. */
export async function makeImage({ width = 640, height = 480, ending = 'jpg', seed = 1 }: Options = {}) {
  const made = blurredImage(width, height, seed).toFormat(
    imageTypes[ending].slice('image/'.length) as 'jpeg' | 'png' | 'webp',
    { quality: 80 },
  );
  return named(await made.toBuffer(), { width, height, ending });
}

/** Creates a blurred random image of this size. The same seed always gives the same image. */
export function blurredImage(width: number, height: number, seed: number): Sharp {
  const [small, low] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  let state = seed;
  const raw = Buffer.from(
    Array.from({ length: small * low * 3 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 256;
    }),
  );
  const source = { raw: { width: small, height: low, channels: 3 as const } };
  return sharp(raw, source).resize(width, height, { fit: 'fill', kernel: 'cubic' });
}

type Named = { width: number; height: number; ending: ImageEnding };

/** Names the bytes after their digest and the given size and type, even if size or type is wrong. */
export function named(bytes: Buffer, { width, height, ending }: Named): MadeImage {
  const own = Buffer.from(new Uint8Array(bytes).buffer);
  const digest = createHash('sha256').update(own).digest('hex');
  return { bytes: own, name: imageNameOf({ digest, width, height, ending }), width, height };
}

type Upload = { bytes: Uint8Array<ArrayBuffer>; name: string };

/** @param headers sent instead of the author's token */
export function upload(
  backend: TestBackend,
  author: Author,
  { bytes, name }: Upload,
  headers: Record<string, string> = author.bearer,
): Promise<Response> {
  return backend.request(callPaths.image(name), { method: 'PUT', body: bytes, headers });
}

/** Uploads an image over the network, to a server with its own port. */
export function uploadTo(origin: string, { token }: { token: string }, { bytes, name }: Upload): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(origin + callPaths.image(name), { method: 'PUT', body: bytes, headers });
}

/** Returns the image's bytes, if the server has it. */
export async function download(origin: string, name: string): Promise<Buffer | undefined> {
  const answer = await fetch(origin + callPaths.image(name));
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
}

/** Encodes one chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Encodes a PNG file that claims this size and has the given pixel data. */
export function pngClaiming(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}
