import type { Context } from 'hono';
import { ownHeaders } from '../../contract/headers.ts';
import { invitationHeader } from '../../contract/invitation.ts';
import { unansweredHeader } from '../../contract/unanswered.ts';
import type { Headers } from './respond.ts';

/** The headers that the app sends and reads (src/device/calls). Credentials are not allowed, so no cookie is sent. */
const allowed = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  ...Object.values(ownHeaders),
  invitationHeader,
  unansweredHeader,
].join(', ');
const exposed = ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'].join(', ');

/** In seconds: how long a browser may cache a preflight. Chromium caps it at this value. */
const maxAge = '7200';

/**
 * Returns the CORS headers of a response; none if the server allows no other origin
 * (https://fetch.spec.whatwg.org/#http-cors-protocol).
 * @param origin the request's `Origin` header
 * @param origins the allowed origins
 */
export function corsHeaders(origin: string | undefined, origins: string[]): Headers {
  if (origins.length === 0) return {};
  // Other origins get this header, too: a shared cache must not serve the response for one origin to another.
  const vary = { Vary: 'Origin' };
  if (origin === undefined || !origins.includes(origin)) return vary;
  return { ...vary, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed };
}

/** Returns the headers of the response to a preflight; none if the origin is not allowed. */
export function preflightHeaders(c: Context, methods: string[]): Headers {
  if (!('Access-Control-Allow-Origin' in c.get('requestContext').headers)) return {};
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Max-Age': maxAge,
  };
}
