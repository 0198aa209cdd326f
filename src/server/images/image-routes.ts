import type { Context } from 'hono';
import type { Logger } from 'pino';
import { type ImageName, imageLimits, imageTypes, imageWidths, parseImageName } from '../../contract/images.ts';
import { callPaths, callTemplates } from '../../contract/paths.ts';
import { requireUserForWrite } from '../access/authentication.ts';
import type { HandlersOf } from '../http/call.ts';
import { matchedTag } from '../http/entity-tags.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import { readBody } from '../http/read-body.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { type Headers, respond } from '../http/respond.ts';
import { createUploadBudget } from '../http/upload-budget.ts';
import { coalesceQueued } from '../process/coalesce-queued.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import type { imageCalls } from './image-call-table.ts';
import { type VariantFormat, variantTypes } from './image-codec.ts';
import { chargeRefused, expectUploadsAreOpen, type UploadLimits } from './image-limits.ts';
import { fileOfVariant, makeAndStoreVariant, type Variant } from './image-variants.ts';
import { checkImage, noteRepeatedUpload, storeImage } from './store-image.ts';

/** In bytes of images that are not stored yet. */
const uploadBounds = { ofAuthor: 6 * imageLimits.bytes, ofAll: 40 * imageLimits.bytes };

type Path = (typeof callTemplates)['image'];

/** An image never changes under its name, and whatever it is, it may run nothing. */
const headersOfImages = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  // Feed readers show it on pages of theirs.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function imageRoutes(store: Store, limits: UploadLimits, log: Logger): HandlersOf<typeof imageCalls> {
  const openUpload = createUploadBudget(uploadBounds);
  // One thread of libuv's pool each.
  const decoding = new WorkQueue(oneAtATime);
  const encoding = new WorkQueue(oneAtATime);
  const makeOnce = coalesceQueued<Buffer<ArrayBuffer> | undefined>();

  /** Whatever the request says of its type is not looked at. */
  const put: HandlerOf<Path> = async (c) => {
    const user = await requireUserForWrite(c, store);
    const name = c.req.param('name');
    const parsed = parseImageName(name);
    if (!parsed) throw new HttpError('invalid_field', { field: 'name' });
    await expectPrecondition(c);
    if (await noteRepeatedUpload(store, user, name)) return respond(c, 204, null);
    await expectUploadsAreOpen(store, limits, user.id);
    using upload = openUpload(user.id);
    const bytes = await readBody(c.req.raw, imageLimits.bytes, upload);
    upload.complete();
    // Checks again: while a slow body arrived, the account may have been suspended, deleted or given a new password.
    await requireUserForWrite(c, store);
    await decoding
      .run(() => checkImage(parsed, bytes), networkOfClient(c))
      .catch(async (error: unknown) => {
        if (error instanceof HttpError && error.code !== 'busy') await chargeRefused(store, limits, user.id);
        throw error;
      });
    const isFirst = await storeImage(store, limits, user, parsed, bytes);
    return isFirst ? respond(c, 201, null, { Location: callPaths.image(name) }) : respond(c, 204, null);
  };

  const read: HandlerOf<Path> = async (c) => {
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

  /**
   * @returns `undefined` if it can't be made just now: more are waited for than can be, or it failed; empty if it is not
   * smaller than the image
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
          'could not make a narrower image; sending the whole one',
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

  return { [callTemplates.image]: { GET: read, PUT: put } };
}

function respondWithImage(c: Context, bytes: Buffer<ArrayBuffer>, headers: Headers & { ETag: string }): Response {
  const all = { ...headersOfImages, ...headers };
  if (matchedTag(c.req.header('If-None-Match'), headers.ETag)) return respond(c, 304, null, all);
  return respond(c, 200, bytes, { ...all, 'Content-Length': String(bytes.length) });
}

/**
 * Any other query is refused: a cache in front would keep a copy for each that anybody makes up.
 * @throws {HttpError} invalid_field
 */
function widthAsked(c: Context): Variant['width'] | undefined {
  const { search } = new URL(c.req.url);
  if (search === '') return undefined;
  const width = imageWidths.find((each) => search === `?width=${each}`);
  if (width === undefined) {
    throw new HttpError('invalid_field', { field: 'width', detail: `is one of ${imageWidths.join(', ')}, and alone` });
  }
  return width;
}

/** @returns `undefined` if the client names the types it takes, and none of these */
function formatAccepted(c: Context): VariantFormat | undefined {
  const accept = c.req.header('Accept') ?? '*/*';
  const takes = (type: string) =>
    accept.split(',').some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === type);
  if (takes(variantTypes.avif)) return 'avif';
  return [variantTypes.webp, 'image/*', '*/*'].some(takes) ? 'webp' : undefined;
}
