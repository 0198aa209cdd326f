import type { Logger } from 'pino';
import { imageLimits, imageTypes, imageWidths, parseImageName } from '../../contract/images.ts';
import { callPaths, callTemplates } from '../../contract/paths.ts';
import { chargeEmptyWrite, expectSharesLeft, type Shares } from '../access/account-shares.ts';
import { requireUserForWrite } from '../access/authentication.ts';
import { writing } from '../access/who-asks.ts';
import { inQuery, type Route, route } from '../http/call.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import { readBody } from '../http/read-body.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { respond } from '../http/respond.ts';
import { createUploadBudget } from '../http/upload-budget.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { variantTypes } from './image-codec.ts';
import { imageServer } from './serve-image.ts';
import { checkImage, noteRepeatedUpload, storeImage } from './store-image.ts';

/** In bytes: the most that uploads may hold in memory until they are stored. */
const uploadBounds = { ofAuthor: 6 * imageLimits.bytes, ofAll: 40 * imageLimits.bytes };

const mediaTypes = [...Object.values(imageTypes), ...Object.values(variantTypes)];

export function imageRoutes(store: Store, shares: Shares, log: Logger): Route[] {
  const openUpload = createUploadBudget(uploadBounds);
  // Decodes one image at a time, on one thread of libuv's pool.
  const decoding = new WorkQueue(oneAtATime);

  /** Stores an upload. Ignores the request's Content-Type. */
  const put: HandlerOf<(typeof callTemplates)['image']> = async (c) => {
    const user = await requireUserForWrite(c, store);
    const name = c.req.param('name');
    const parsed = parseImageName(name);
    if (!parsed) throw new HttpError('invalid_field', { field: 'name' });
    await expectPrecondition(c);
    if (await noteRepeatedUpload(store, user, name)) return respond(c, 204, null);
    await expectSharesLeft(store, shares, user.id, true);
    using upload = openUpload(user.id);
    const bytes = await readBody(c.req.raw, imageLimits.bytes, upload);
    upload.complete();
    // Checks again: while a slow body arrived, the account may have been suspended, deleted or given a new password.
    await requireUserForWrite(c, store);
    await decoding
      .run(() => checkImage(parsed, bytes), networkOfClient(c))
      .catch(async (error: unknown) => {
        if (error instanceof HttpError && error.code !== 'busy')
          await chargeEmptyWrite(store, shares, user.id, bytes.length);
        throw error;
      });
    const isFirst = await storeImage(store, shares, user, parsed, bytes);
    return isFirst ? respond(c, 201, null, { Location: callPaths.image(name) }) : respond(c, 204, null);
  };

  return [
    route(callTemplates.image, {
      GET: {
        summary: 'An image that was uploaded, or a smaller form of it by `Accept`; never changes',
        parameters: [
          inQuery('width', 'Of the smaller form, in pixels; never wider than the image is', {
            type: 'integer',
            enum: imageWidths,
          }),
        ],
        givesImage: mediaTypes,
        gives: { 200: null, 304: null },
        refuses: ['image_not_found', 'invalid_field'],
        answer: imageServer(store, log),
      },
      PUT: {
        summary: 'Upload an image under the name of its content and size; a repetition needs no body',
        needs: writing.needs,
        parameters: [writing.author],
        takesImage: mediaTypes,
        gives: { 201: null, 204: null },
        refuses: [
          ...writing.refuses,
          'invalid_field',
          'body_too_large',
          'request_timeout',
          'image_mismatch',
          'image_metadata',
          'image_animated',
          'image_unreadable',
          'posting_limit_reached',
        ],
        answer: put,
      },
    }),
  ];
}
