import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

export type Headers = Record<string, string>;

/** Every answer of this server goes out here. Headers stay a plain object, which the adapter writes as it is. */
export function respond(
  c: Context,
  status: StatusCode,
  body: Buffer<ArrayBuffer> | string | null,
  headers: Headers = {},
): Response {
  return new Response(body, { status, headers: { ...c.get('visit').headers, ...headers } });
}

/** An answer for one person, or about one moment: nobody keeps it. */
export function respondJson(c: Context, status: StatusCode, value: unknown, headers: Headers = {}): Response {
  return respond(c, status, JSON.stringify(value), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
}
