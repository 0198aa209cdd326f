import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

export type Headers = Record<string, string>;

/**
 * Makes every response of the app. Headers stay a plain object, which the adapter writes without copying. A header in
 * `headers` replaces the common header (`requestContext.headers`) of that name, but `Vary` is added to the common one.
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

/** Answers with JSON that is for one person or about one moment, and must not be cached. */
export function respondJson(c: Context, status: StatusCode, value: unknown, headers: Headers = {}): Response {
  return respond(c, status, JSON.stringify(value), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
}
