import type { Context } from 'hono';
import { ownHeaders } from '../../contract/headers.ts';
import type { Headers } from './response.ts';

/** What the app sends and reads (src/data/api); without credentials, so that the session cookie is of no use to it. */
const allowed = ['Authorization', 'Content-Type', 'If-None-Match', ...Object.values(ownHeaders)].join(', ');
const exposed = ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'].join(', ');

/** How long a browser may go on without asking again, in seconds: what it caps it at (Chromium) anyway. */
const maxAge = '7200';

/** Of every answer, where other origins are let in at all (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function corsHeaders(c: Context, origins: string[]): Headers {
  if (origins.length === 0) return {};
  const origin = c.req.header('Origin');
  // Also for whoever isn't let in: a cache between must not give one the answer for another.
  const vary = { Vary: 'Origin' };
  if (origin === undefined || !origins.includes(origin)) return vary;
  return { ...vary, 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed };
}

/** The answer to a preflight of an origin that is let in; nothing to any other. */
export function preflightHeaders(c: Context, methods: string[]): Headers {
  if (!('Access-Control-Allow-Origin' in c.get('visit').headers)) return {};
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Max-Age': maxAge,
  };
}
