import type { Context } from 'hono';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { createPathOf, sharedPicturesField } from '../../contract/share-target.ts';
import { longestPostBody } from '../http/json-body.ts';
import { respond } from '../http/respond.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import { staticPage } from './static-error-page.ts';

/** In bytes: how much of the form is read. The texts come before the pictures. */
const longestHead = 64 * 1024;

/** In characters. The whole of a request's headers may have 16 KiB. */
const longestPath = 8_000;

/**
 * Receives what an installed app shares where no worker does, as after site data was cleared. The server keeps no
 * picture of somebody whom it does not know: the text goes on to Create, with a word about the pictures.
 */
export const receiveShare =
  (site: SiteFinder) =>
  async (c: Context): Promise<Response> => {
    const form = await readHead(c.req.raw);
    const hasPictures = form === undefined || form.has(sharedPicturesField);
    const leftOut = form === undefined ? (['unreadable'] as const) : hasPictures ? (['no worker'] as const) : [];
    const Location = createPathOf({ form, leftOut: [...leftOut], longest: longestPath });
    const isCutOff = Number(c.req.header('Content-Length')) > longestPostBody;
    if (!isCutOff) return respond(c, 303, null, { Location, 'Cache-Control': 'no-store' });
    // The connection is closed before the browser has sent it all: then it reads an error, and nothing else.
    const { name = product.name } = (await site.find()).settings;
    const words = `The pictures are too large for the way they came, as ${name} was not ready to take them. The text is here.`;
    const link = { label: 'Go on to Create', to: Location };
    return staticPage(c, { status: 413, heading: 'The pictures have not arrived', words, link }, {}, name);
  };

/** Opens Create where a browser opens the address of a share anew. */
export const openCreate = (c: Context): Response =>
  respond(c, 303, null, { Location: pagePaths.create, 'Cache-Control': 'no-store' });

/** Reads the beginning of the form and ends it there; discard-unread-bodies.ts sees to the rest. */
async function readHead(request: Request): Promise<FormData | undefined> {
  const type = request.headers.get('Content-Type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)/i.exec(type)?.[1];
  const reader = request.body?.getReader();
  if (boundary === undefined || !reader) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done && size < longestHead; read = await reader.read()) {
      chunks.push(read.value);
      size += read.value.length;
    }
    const head = size < longestHead ? Buffer.concat(chunks) : endedAt(Buffer.concat(chunks), boundary);
    return await new Response(head, { headers: { 'Content-Type': type } }).formData();
  } catch {
    // It is no form, or the browser has left: whoever shares is told that it could not be read.
    return undefined;
  } finally {
    reader.releaseLock();
  }
}

/** The form up to its last whole part, or with the part that was cut off where that has begun. */
const endedAt = (head: Buffer, boundary: string): Buffer<ArrayBuffer> =>
  Buffer.concat([head.subarray(0, longestHead), Buffer.from(`\r\n--${boundary}--\r\n`)]);
