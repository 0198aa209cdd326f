import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { type Headers, respond } from './response.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** In bytes; what fits into one packet gains nothing. */
const worthCompressing = 1_024;

/** A public answer, the same for everybody: its bytes, its tag, and each compressed form once somebody has asked for it. */
export type PublicDocument = {
  /** Its media type. */
  type: string;
  body: Buffer<ArrayBuffer>;
  tag: string;
  compressed: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
  /** What belongs to it besides, such as a page's policy. */
  headers: Headers;
};

export const jsonDocument = (value: unknown) => publicDocument('application/json', JSON.stringify(value));

export function publicDocument(type: string, text: string, headers: Headers = {}): PublicDocument {
  const body = Buffer.from(text);
  return { type, body, tag: createHash('sha1').update(body).digest('base64url'), compressed: new Map(), headers };
}

/**
 * Answers with the document, or 304 when the reader has it. Every reader and every cache between asks again each time,
 * so that a deleted post is gone for all.
 * @param links the value of the Link header; it belongs to the answer, so the tag covers it
 */
export async function answer(
  c: Context,
  document: PublicDocument,
  { links, status = 200 }: { links?: string | undefined; status?: 200 | 404 | undefined } = {},
): Promise<Response> {
  const etag = `W/"${document.tag}${links ? '-more' : ''}"`;
  const headers: Headers = {
    ETag: etag,
    'Cache-Control': 'public, no-cache',
    ...document.headers,
    Vary: varyOf(c),
    ...(links && { Link: links }),
  };
  if (status === 200 && isFresh(c.req.header('If-None-Match'), etag)) return respond(c, 304, null, headers);
  headers['Content-Type'] = document.type;
  const encoding =
    document.body.length < worthCompressing ? undefined : preferredEncoding(c.req.header('Accept-Encoding'));
  const body = encoding ? await compressed(document, encoding) : document.body;
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = String(body.length);
  return respond(c, status, body, headers);
}

function varyOf(c: Context): string {
  const { Vary } = c.get('visit').headers;
  return Vary ? `Accept-Encoding, ${Vary}` : 'Accept-Encoding';
}

/** Weak comparison (RFC 9110, 13.1.2): every encoding of a document has the same tag. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque);
}

function compressed(document: PublicDocument, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = document.compressed.get(encoding);
  if (known) return known;
  const made = (encoding === 'br' ? brotliOf(document.body) : gzipped(document.body)).then(onItsOwn);
  document.compressed.set(encoding, made);
  return made;
}

/** Quality 4 costs about what gzip does and is a good deal smaller; 11 is for what is compressed once, at build. */
function brotliOf(body: Buffer): Promise<Buffer<ArrayBuffer>> {
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** A small buffer is a slice of one of 64 KiB, which lives as long as any slice of it does: what is kept is copied out. */
export function onItsOwn(bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(new Uint8Array(bytes).buffer);
}
