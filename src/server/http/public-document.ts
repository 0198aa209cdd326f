import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { ownHeaders } from '../../contract/headers.ts';
import { coalesceQueued } from '../process/coalesce-queued.ts';
import { HttpError } from '../process/http-error.ts';
import { WorkQueue } from '../process/work-queue.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { matchedTag, tagInCoding } from './entity-tags.ts';
import { networkOfClient } from './request-context.ts';
import { type Headers, respond } from './respond.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** In bytes: a body that fits into one packet gains nothing by compression. */
const worthCompressing = 1_024;
/** In bytes: a body of this size or more is compressed at the fastest level (6 MB take 30 ms, not 150). */
const longToCompress = 1024 * 1024;

/** Uses half of libuv's thread pool; the other half is for hashing passwords (passwords.ts). */
const compressing = new WorkQueue({ atOnce: 2, waiting: 200, waitTimeoutMs: 5_000 });
const compressOnce = coalesceQueued<Buffer<ArrayBuffer>>();

/** A public response that is the same for everybody. */
export type PublicDocument = {
  /** The media type. */
  type: string;
  body: Buffer<ArrayBuffer>;
  /** A hash of the body. The weak ETag contains it. */
  tag: string;
  /** The body's own strong ETag, if it has one. */
  etag?: string;
  /** The compressed bodies. Each is made when it is first requested, unless the build has made it. */
  compressed: Map<Encoding, Buffer<ArrayBuffer>>;
  /** Further headers, such as a page's Content-Security-Policy. */
  headers: Headers;
  /** Whether a part was not ready in time. Such a document is not cached; the next request makes another. */
  isPartial?: boolean;
  /** Whether this is a built file. It is sent uncompressed unless the build has compressed it. */
  isFile?: boolean;
  /** How many of the requested posts this list covers before it reaches its size limit. Unset if this is no list. */
  covers?: number;
};

export const jsonDocument = (value: unknown) => publicDocument('application/json', JSON.stringify(value));

export function publicDocument(
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Headers = {},
): PublicDocument {
  const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer);
  return { type, body, tag: createHash('sha1').update(body).digest('base64url'), compressed: new Map(), headers };
}

/**
 * Returns the document as a response, or 304 if the client has it. Browsers and shared caches must revalidate each time
 * (`no-cache`), so that a deleted post is gone for everybody.
 * @param links value of the Link header. The ETag depends on whether there are links, and whether the list is
 * incomplete
 */
export async function respondWithDocument(
  c: Context,
  document: PublicDocument,
  {
    links,
    status = 200,
    headers: others,
  }: { links?: string | undefined; status?: 200 | 404 | undefined; headers?: Headers } = {},
): Promise<Response> {
  const isIncomplete = others?.[ownHeaders.incomplete] !== undefined;
  const etag = document.etag ?? `W/"${document.tag}${links ? '-more' : ''}${isIncomplete ? '-incomplete' : ''}"`;
  const headers: Headers = {
    'Cache-Control': 'public, no-cache',
    ...document.headers,
    ...others,
    Vary: 'Accept-Encoding',
    ...(links && { Link: links }),
  };
  const known = status === 200 ? matchedTag(c.req.header('If-None-Match'), etag) : undefined;
  if (known !== undefined) return respond(c, 304, null, { ...headers, ETag: known });
  headers['Content-Type'] = document.type;
  const isWorth = document.isFile ? document.compressed.size > 0 : document.body.length >= worthCompressing;
  const encoding = isWorth ? preferredEncoding(c.req.header('Accept-Encoding')) : undefined;
  const packed = encoding && (document.compressed.get(encoding) ?? (await compressed(c, document, encoding)));
  if (packed) headers['Content-Encoding'] = encoding;
  headers.ETag = tagInCoding(etag, packed && encoding);
  const body = packed ?? document.body;
  headers['Content-Length'] = String(body.length);
  return respond(c, status, body, headers);
}

/** Returns the compressed body; `undefined` if the queue is full, so that the document is sent uncompressed. */
async function compressed(
  c: Context,
  { tag, body, compressed: forms }: PublicDocument,
  encoding: Encoding,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const make = async () => {
    const isLong = body.length >= longToCompress;
    // Quality 5 takes as long as 4, and makes a page a twelfth smaller. The build compresses files with quality 11.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: isLong ? 1 : 5 };
    const params = { ...quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const packed = encoding === 'br' ? brotli(body, { params }) : gzipped(body, isLong ? { level: 1 } : {});
    const made = copyOut(await packed);
    forms.set(encoding, made);
    return made;
  };
  try {
    return await compressOnce(`${encoding} ${tag}`, { queue: compressing, network: networkOfClient(c), make });
  } catch (error) {
    if (error instanceof HttpError && error.code === 'busy') return undefined;
    throw error;
  }
}

/** Copies bytes that will be cached: a small Buffer may be a slice of a larger pool, which it would keep in memory. */
export function copyOut(bytes: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(new Uint8Array(bytes).buffer);
}
