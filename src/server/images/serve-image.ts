import type { Context } from 'hono';
import type { Logger } from 'pino';
import { type ImageName, imageTypes, imageWidths, parseImageName } from '../../contract/images.ts';
import type { callTemplates } from '../../contract/paths.ts';
import { matchedTag } from '../http/entity-tags.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { type Headers, respond } from '../http/respond.ts';
import { coalesceQueued } from '../process/coalesce-queued.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { type VariantFormat, variantTypes } from './image-codec.ts';
import { fileOfVariant, makeAndStoreVariant, type Variant } from './image-variants.ts';

/**
 * An image's bytes never change, because its name has their hash. The policy keeps an SVG or HTML in disguise from
 * running a script.
 */
const headersOfImages = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  // Feed readers show the image on pages of their own.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Returns a handler that serves an image or one of its variants. A variant is made when it is first requested. */
export function imageServer(store: Store, log: Logger): HandlerOf<(typeof callTemplates)['image']> {
  // Encodes one variant at a time, on one thread of libuv's pool.
  const encoding = new WorkQueue(oneAtATime);
  const makeOnce = coalesceQueued<Buffer<ArrayBuffer> | undefined>();

  /**
   * Returns the bytes of a variant, which are empty if the variant is not smaller than the image. Returns `undefined`
   * if the variant can't be made now: the queue is full, or the decoder failed.
   */
  const variantOf = async (c: Context, name: string, variant: Variant): Promise<Buffer<ArrayBuffer> | undefined> => {
    const file = fileOfVariant(name, variant);
    const stored = await store.imageStore.get(file);
    if (stored) return stored;
    const make = () => makeAndStoreVariant(store, name, variant);
    try {
      const made = await makeOnce(`${name} ${file.variant}`, { queue: encoding, network: networkOfClient(c), make });
      if (made) return made;
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'busy'))
        log.warn(
          { id: c.get('requestContext').id, err: error },
          'could not make a narrower image; sending the original',
        );
      return undefined;
    }
    throw new HttpError('image_not_found');
  };

  const respondWithOriginal = async (
    c: Context,
    name: string,
    { digest, ending }: ImageName,
    headers: Headers = {},
  ) => {
    const bytes = await store.imageStore.get({ name, variant: '' });
    if (!bytes) throw new HttpError('image_not_found');
    return respondWithImage(c, bytes, { 'Content-Type': imageTypes[ending], ETag: `"${digest}"`, ...headers });
  };

  return async (c) => {
    const name = c.req.param('name');
    const parsed = parseImageName(name);
    if (!parsed) throw new HttpError('image_not_found');
    const width = widthAsked(c);
    if (width === undefined || width >= parsed.width) return respondWithOriginal(c, name, parsed);
    const headers = { Vary: 'Accept' };
    const format = formatAccepted(c);
    if (!format) return respondWithOriginal(c, name, parsed, headers);
    const variant = { width, format };
    const etag = `"${parsed.digest}-${width}.${format}"`;
    const bytes = await variantOf(c, name, variant);
    if (!bytes) return respondWithOriginal(c, name, parsed, { ...headers, 'Cache-Control': 'no-store' });
    if (bytes.length === 0) return respondWithOriginal(c, name, parsed, headers);
    return respondWithImage(c, bytes, { ...headers, ETag: etag, 'Content-Type': variantTypes[format] });
  };
}

function respondWithImage(c: Context, bytes: Buffer<ArrayBuffer>, headers: Headers & { ETag: string }): Response {
  const all = { ...headersOfImages, ...headers };
  if (matchedTag(c.req.header('If-None-Match'), headers.ETag)) return respond(c, 304, null, all);
  return respond(c, 200, bytes, { ...all, 'Content-Length': String(bytes.length) });
}

/**
 * Reads the requested width. Refuses any other query, because a cache in front would keep a copy for each.
 * @throws {HttpError} invalid_field
 */
function widthAsked(c: Context): Variant['width'] | undefined {
  const { search } = new URL(c.req.url);
  if (search === '') return undefined;
  const width = imageWidths.find((each) => search === `?width=${each}`);
  if (width === undefined) {
    throw new HttpError('invalid_field', {
      field: 'width',
      detail: `must be one of ${imageWidths.join(', ')}, and the only parameter`,
    });
  }
  return width;
}

/** Picks the format of a variant by `Accept`; `undefined` if the client accepts none. */
function formatAccepted(c: Context): VariantFormat | undefined {
  const accept = c.req.header('Accept') ?? '*/*';
  const takes = (type: string) =>
    accept.split(',').some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === type);
  if (takes(variantTypes.avif)) return 'avif';
  return [variantTypes.webp, 'image/*', '*/*'].some(takes) ? 'webp' : undefined;
}
