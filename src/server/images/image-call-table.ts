import { imageTypes, imageWidths } from '../../contract/images.ts';
import { callTemplates } from '../../contract/paths.ts';
import { author, writing } from '../access/credentialed-calls.ts';
import type { CallTable } from '../http/call.ts';
import { variantTypes } from './image-codec.ts';

const mediaTypes = [...Object.values(imageTypes), ...Object.values(variantTypes)];

export const imageCalls = {
  [callTemplates.image]: {
    GET: {
      summary: 'An image that was uploaded, or a smaller form of it by `Accept`; never changes',
      parameters: [
        {
          name: 'width',
          in: 'query',
          description: 'Of the smaller form, in pixels; never wider than the image is',
          schema: { type: 'integer', enum: imageWidths },
        },
      ],
      givesImage: mediaTypes,
      gives: { 200: null, 304: null },
      refuses: ['image_not_found', 'invalid_field'],
    },
    PUT: {
      summary: 'Upload an image under the name of its content and size; a repetition needs no body',
      needs: ['token', 'cookie'],
      parameters: [author],
      takesImage: mediaTypes,
      gives: { 201: null, 204: null },
      refuses: [
        ...writing,
        'invalid_field',
        'body_too_large',
        'request_timeout',
        'image_mismatch',
        'image_metadata',
        'image_animated',
        'image_unreadable',
        'posting_limit_reached',
      ],
    },
  },
} satisfies CallTable;
