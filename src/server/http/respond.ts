import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

export type Headers = Record<string, string>;

/**
 * Returns a response. Every response of the app is made here. Headers stay a plain object, which the adapter writes
 * without copying. A header in `headers` replaces the common header (`requestContext.headers`) of that name, but `Vary`
 * is added to the common one.
 */
export function respond(
  c: Context,
  status: StatusCode,
  body: Buffer<ArrayBuffer> | string | null,
  headers: Headers = {},
): Response {
  const { headers: common } = c.get('requestContext');
  const all = { ...common, ...headers };
  if (common.Vary && headers.Vary) all.Vary = `${headers.Vary}, ${common.Vary}`;
  return new Response(body, { status, headers: all });
}

/** Returns a JSON response that must not be cached, because it is for one person or about one moment. */
export function respondJson(c: Context, status: StatusCode, value: unknown, headers: Headers = {}): Response {
  return respond(c, status, JSON.stringify(value), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
}
