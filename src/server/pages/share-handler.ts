import type { Context } from 'hono';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { createPathOf, sharedPicturesField } from '../../contract/share-target.ts';
import { longestPostBody } from '../http/json-body.ts';
import { respond } from '../http/respond.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import { staticPage } from './static-error-page.ts';

/** In bytes: how much of the form is read. The form has its texts before its pictures. */
const longestHead = 64 * 1024;

/** In characters: the browser then requests this path, and a request's headers may have 16 KiB together. */
const longestPath = 8_000;

/**
 * Receives text and pictures that a user shares with the installed app, if no service worker handles the request, for
 * example after site data was cleared. The server stores no pictures, because it does not know who sent them. It
 * redirects to Create with the text, and with the reason why pictures are missing.
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
    // The server closes the connection before the browser has sent everything. The browser then still shows the page of
    // an error response, but does not follow a redirect.
    const { name = product.name } = (await site.find()).settings;
    const words = `${name} was not ready to receive the pictures, and they are too large for its server. The text has arrived.`;
    const link = { label: 'Go on to Create', to: Location };
    return staticPage(c, { status: 413, heading: 'The pictures have not arrived', words, link }, {}, name);
  };

/** Redirects to Create when a browser reloads the address to which the shared form was posted. */
export const openCreate = (c: Context): Response =>
  respond(c, 303, null, { Location: pagePaths.create, 'Cache-Control': 'no-store' });

/** Reads the form up to `longestHead` bytes; discard-unread-bodies.ts discards the rest. */
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
    // The body is no form, or the browser has disconnected. Create then says that the form could not be read.
    return undefined;
  } finally {
    reader.releaseLock();
  }
}

/** Cuts the form after `longestHead` bytes, and appends the closing boundary, so that the cut form can be parsed. */
const endedAt = (head: Buffer, boundary: string): Buffer<ArrayBuffer> =>
  Buffer.concat([head.subarray(0, longestHead), Buffer.from(`\r\n--${boundary}--\r\n`)]);
